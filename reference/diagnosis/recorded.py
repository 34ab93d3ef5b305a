"""What a traced run recorded, as arrays that may be a step: single values, and pieces, made at one
place in the source one after another, stacked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

_SPAN, _CALL, _PART, _STACK, _ROW = range(5)
_MOST_SHARES = 6
"""Steps that may take turns at one place: q, k and v of a loop, say."""

_MOST_CANDIDATES = 4000
_MOST_ALIKE = 8
"""Times that the same numbers are told apart by where they were made."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A value that may be a step: ``record`` is where it, or its first piece, was first made,
    ``last`` where it was whole; -1 for an argument, which was there before.
    """

    value: Array
    record: int
    last: int
    pieces: int = 1


class Recorded:
    """The candidates of one trace, for steps of the sizes ``sizes``, and the arguments."""

    def __init__(
        self, trace: Mapping[str, Any], sizes: Iterable[int], inputs: Mapping[str, Any]
    ) -> None:
        self.spans: Array = trace["spans"]
        self.calls: Array = trace["calls"]
        self.records: Array = trace["records"]
        self._stacks: Sequence[Array] = trace["stacks"]
        self._sizes = frozenset(sizes)
        self._inputs = [value for value in inputs.values() if isinstance(value, np.ndarray)]
        self._paths: dict[int, tuple[int, ...]] = {}
        self.by_size: dict[int, Fingerprints] = {
            size: Fingerprints(found) for size, found in self._candidates().items()
        }

    def dtypes(self) -> set[str]:
        """Of all recorded values."""
        return {str(stack.dtype) for stack in self._stacks}

    def path(self, call: int) -> tuple[int, ...]:
        """The spans of the calls that led from the entry function to ``call``."""
        if call < 0:
            return ()
        if call not in self._paths:
            parent, span = (int(number) for number in self.calls[call])
            before = self.path(parent) if parent < call else ()
            self._paths[call] = before if span < 0 else (*before, span)
        return self._paths[call]

    def place(self, record: int) -> tuple[int, int]:
        """The span of a record, and that of the entry function's expression that led there."""
        span, call = (int(number) for number in self.records[record, :2])
        path = self.path(call)
        return span, path[0] if path else span

    def shape(self, record: int) -> tuple[int, ...]:
        """Of the value of a record."""
        shape: tuple[int, ...] = self._stacks[int(self.records[record, _STACK])].shape[1:]
        return shape

    def of_shape(self, shape: tuple[int, ...]) -> list[Candidate]:
        """All single values of a shape, whether or not a step has its size."""
        return [
            Candidate(value, record, record)
            for record, (_, _, _, stack, row) in enumerate(self.records.tolist())
            if self._stacks[stack].shape[1:] == shape
            and (value := _number(self._stacks[stack][row])) is not None
        ]

    def told(self, span: int, entry: int) -> tuple[list[int], list[int]]:
        """Line, column, end line and end column of both."""
        return self.spans[span].tolist(), self.spans[entry].tolist()

    def _candidates(self) -> dict[int, list[Candidate]]:
        found: dict[int, list[Candidate]] = {size: [] for size in self._sizes}
        seen: set[tuple[int, ...]] = set()
        alike: Counter[tuple[tuple[int, ...], bytes]] = Counter()
        for candidate, key in self._all():
            if key not in seen and candidate.value.size in found:
                seen.add(key)
                content = (candidate.value.shape, candidate.value.tobytes())
                alike[content] += 1
                if alike[content] <= _MOST_ALIKE:
                    found[candidate.value.size].append(candidate)
            if len(seen) >= _MOST_CANDIDATES:
                break
        return found

    def _all(self) -> Iterator[tuple[Candidate, tuple[int, ...]]]:
        """With what tells them apart: the rows they are made of."""
        groups: dict[tuple[Any, ...], list[int]] = {}
        for index, argument in enumerate(self._inputs):
            if (value := _number(argument)) is not None:
                yield Candidate(value, -1, -1), (-1, index, -1)
        for record, (span, call, part, stack, row) in enumerate(self.records.tolist()):
            value = _number(self._stacks[stack][row])
            if value is not None and value.size in self._sizes:
                yield Candidate(value, record, record), (stack, row, span)
            groups.setdefault((span, part, stack, self.path(call)), []).append(record)
            groups.setdefault((span, part, stack), []).append(record)
        for (_, _, stack, *_), records in groups.items():
            if len(records) > 1:
                yield from self._stacked(stack, records)

    def _stacked(
        self, stack: int, records: list[int]
    ) -> Iterator[tuple[Candidate, tuple[int, ...]]]:
        pieces = self._stacks[stack]
        whole = len(records) * int(np.prod(pieces.shape[1:]))
        for shares in range(1, _MOST_SHARES + 1):
            if len(records) % shares or whole // shares not in self._sizes or whole % shares:
                continue
            for own in _shared(records, shares):
                rows = self.records[own, _ROW]
                value = _number(pieces[rows])
                if value is not None and len(own) > 1:
                    yield Candidate(value, own[0], own[-1], len(own)), (stack, *rows.tolist())


def _shared(records: list[int], shares: int) -> Iterator[list[int]]:
    """``records`` dealt out to as many steps, which took turns of any one length."""
    if shares == 1:
        yield records
        return
    each = len(records) // shares
    for turn in (turn for turn in range(1, each + 1) if each % turn == 0):
        dealt = np.array(records).reshape(-1, shares, turn)
        for share in range(shares):
            yield dealt[:, share].ravel().tolist()


def _number(value: Array) -> Array | None:
    """A value as floating or complex numbers; None for one that is none, or not finite."""
    if value.dtype.kind not in "biufc":
        return None
    value = value.astype(np.complex128 if value.dtype.kind == "c" else np.float64)
    return value if np.isfinite(value).all() else None


class Fingerprints:
    """Candidates of one size, with sums that do not depend on the order of the elements."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.candidates = sorted(candidates, key=lambda it: (it.last, it.record, it.pieces))
        flat = [candidate.value.ravel() for candidate in self.candidates]
        self._sums = np.array([_sums(values) for values in flat]).reshape(len(flat), 3)

    def like(self, value: Array, error: float) -> list[Candidate]:
        """Those whose elements may be ``value``'s, each off by ``error`` at most."""
        if not self.candidates:
            return []
        size = max(1, value.size)
        sums = _sums(value.ravel())
        room = np.array([size * error, size * error, 2 * error * (sums[1] + size * error)])
        close = np.abs(self._sums - sums) <= room + 1e-12 * np.abs(sums)
        return [self.candidates[index] for index in np.nonzero(close.all(axis=1))[0]]


def _sums(values: Array) -> tuple[float, float, float]:
    """Sum of the real and imaginary parts, of the sizes, of their squares."""
    sizes = np.abs(values)
    total = values.real.sum() + (values.imag.sum() if values.dtype.kind == "c" else 0.0)
    return float(total), float(sizes.sum()), float((sizes * sizes).sum())
