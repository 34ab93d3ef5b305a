"""What was recorded: copies of values, the same ones once, within the bounds."""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Any

import numpy as np

from sandbox.protocol import TraceLimits
from sandbox.recorder import bounds
from sandbox.traces import MOST_STACKS

_FLOAT = np.dtype(np.float64)
_FLOAT_KEY = ((), _FLOAT)
_pack_float = Struct("=d").pack
_KEPT = {
    kind: np.dtype(kind)
    for kind in "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64".split()
    + "float16 float32 float64 complex64 complex128".split()
}


class Values:
    """Records, and the stacks of values that they point into."""

    def __init__(self, limits: TraceLimits) -> None:
        self._numbers_left = int(limits.records * bounds.NUMBERS_SHARE)
        self._records_left = limits.records
        self._bytes_left = limits.record_bytes
        self._stacks: dict[tuple[tuple[int, ...], np.dtype[Any]], int] = {}
        self._rows: list[dict[bytes, int]] = []
        self._kinds: list[tuple[tuple[int, ...], np.dtype[Any]]] = []
        self._records: list[tuple[int, int, int, int, int]] = []
        self.dropped = 0

    @property
    def full(self) -> bool:
        """No further record is taken."""
        return self._records_left <= 0

    def array(
        self, array: np.ndarray, span: int, call: int, part: int = -1, *, if_new: bool = False
    ) -> None:
        """Record an array of numbers; any other is ignored, ``if_new`` also one of which an equal
        has been recorded.
        """
        if not array.size:
            return
        key = (array.shape, array.dtype)
        stack = self._stacks.get(key)
        if stack is None:
            stack = self._stack(key)
        if stack < 0:
            return
        if self.full or array.nbytes > min(bounds.ARRAY_BYTES, self._bytes_left):
            self.dropped += 1
            return
        kept = self._kinds[stack][1]
        data = array.tobytes() if array.dtype == kept else array.astype(kept).tobytes()
        if not (if_new and data in self._rows[stack]):
            self._put(stack, data, span, call, part)

    def number(self, number: float | np.floating[Any], span: int, call: int) -> None:
        """Record a number as an array without axes."""
        if self._numbers_left <= 0 or self.full:
            self.dropped += 1
            return
        self._numbers_left -= 1
        if type(number) is not float:
            self.array(np.asarray(number), span, call)
            return
        stack = self._stacks.get(_FLOAT_KEY)
        if stack is None:
            stack = self._stack(_FLOAT_KEY)
        self._put(stack, _pack_float(number), span, call, -1)

    def _put(self, stack: int, data: bytes, span: int, call: int, part: int) -> None:
        rows = self._rows[stack]
        row = rows.get(data)
        if row is None:
            row = rows[data] = len(rows)
            self._bytes_left -= len(data)
        self._records.append((span, call, part, stack, row))
        self._records_left -= 1

    def _stack(self, key: tuple[tuple[int, ...], np.dtype[Any]]) -> int:
        """The stack for values of this shape and dtype, -1 for none."""
        shape, dtype = key
        kept = _kept(dtype)
        if kept is None or len(self._kinds) >= MOST_STACKS:
            self.dropped += kept is not None
            return -1
        kind = (shape, kept)
        if kind in self._kinds:
            stack = self._kinds.index(kind)
        else:
            stack = len(self._kinds)
            self._kinds.append(kind)
            self._rows.append({})
        self._stacks[key] = stack
        return stack

    def records(self) -> np.ndarray:
        """(R, 5) int64: span, call, part, stack, row."""
        return np.array(self._records, np.int64).reshape(-1, 5)

    def stacks(self) -> Iterable[np.ndarray]:
        """(K, ...), one after another."""
        for (shape, dtype), rows in zip(self._kinds, self._rows, strict=True):
            yield np.frombuffer(b"".join(rows), dtype).reshape(-1, *shape)


def _kept(dtype: np.dtype[Any]) -> np.dtype[Any] | None:
    """In which dtype values of ``dtype`` are kept; None for what are no numbers."""
    if dtype.kind in "fc" and dtype.name not in _KEPT:
        return np.dtype(np.float64 if dtype.kind == "f" else np.complex128)
    return _KEPT.get(dtype.name)
