"""Which call of the code's own functions a value is made in, and what led there."""

from __future__ import annotations

from itertools import islice
from types import CodeType, FrameType

import numpy as np

from sandbox.recorder.spans import Spans
from sandbox.traces import MOST_CALLS

_INSTRUCTION_BYTES = 2


class _Call:
    """One call.  ``number`` is None until something is recorded in it."""

    __slots__ = ("code", "number", "parent", "site")

    def __init__(
        self, code: CodeType, parent: _Call | None, site: tuple[CodeType, int] | None
    ) -> None:
        self.code = code
        self.parent = parent
        self.site = site
        self.number: int | None = None


class Calls:
    """Those entered, told apart by their frames, which are not kept.

    A frame's address may be another's later: what runs in it then either enters itself, or has
    other code.
    """

    def __init__(self, spans: Spans) -> None:
        self._spans = spans
        self._by_frame: dict[int, _Call] = {}
        self._rows: list[tuple[int, int]] = []
        self._sites: dict[tuple[CodeType, int], int] = {}

    def enter(self, frame: FrameType) -> None:
        """A function's body begins in ``frame``."""
        code, outer = frame.f_code, frame.f_back
        while outer is not None:
            parent = self._by_frame.get(id(outer))
            if parent is not None and parent.code is outer.f_code:
                site = (parent.code, outer.f_lasti)
                self._by_frame[id(frame)] = _Call(code, parent, site)
                return
            outer = outer.f_back
        self._by_frame[id(frame)] = _Call(code, None, None)

    def number(self, frame: FrameType | None) -> int:
        """Of the call that ``frame``, or a comprehension or class body there, belongs to; -1 for
        none: the module itself.
        """
        while frame is not None:
            call = self._by_frame.get(id(frame))
            if call is not None and call.code is frame.f_code:
                return self._numbered(call) if call.number is None else call.number
            frame = frame.f_back
        return -1

    def _numbered(self, call: _Call | None) -> int:
        unnumbered = []
        while call is not None and call.number is None:
            unnumbered.append(call)
            call = call.parent
        number = -1 if call is None or call.number is None else call.number
        for inner in reversed(unnumbered):
            if len(self._rows) >= MOST_CALLS:
                return number
            self._rows.append((number, self._span(inner.site)))
            inner.number = number = len(self._rows) - 1
        return number

    def _span(self, site: tuple[CodeType, int] | None) -> int:
        if site is None:
            return -1
        if site not in self._sites:
            code, at = site
            position = next(islice(code.co_positions(), at // _INSTRUCTION_BYTES, None), None)
            self._sites[site] = -1 if position is None else self._spans.of_instruction(position)
        return self._sites[site]

    def table(self) -> np.ndarray:
        """(C, 2) int64: parent, span of the expression that led here."""
        return np.array(self._rows, np.int64).reshape(-1, 2)
