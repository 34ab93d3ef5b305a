"""From the value of an expression to what is recorded of it."""

from __future__ import annotations

from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from sandbox.protocol import TraceLimits
from sandbox.recorder import bounds
from sandbox.recorder.calls import Calls
from sandbox.recorder.lists import as_array
from sandbox.recorder.values import Values
from sandbox.traces import MOST_PARTS

PASSED = frozenset(
    [int, str, bool, bytes, dict, set, range, slice, type, type(None), type(...), np.dtype]
    + [BuiltinFunctionType, FunctionType, MethodType, ModuleType, np.ufunc, np.bool_]
    + [np.dtype(kind).type for kind in "bhilqBHILQ"]
)
"""Types of which no value is ever recorded."""

_NUMBERS = frozenset([float, *(np.dtype(kind).type for kind in "efdg")])


class Seen:
    """Decides by type and number, then copies."""

    def __init__(self, limits: TraceLimits, calls: Calls) -> None:
        self.values = Values(limits)
        self._calls = calls
        self._counts: dict[int, int] = {}

    def see(self, value: object, span: int, frame: FrameType) -> None:
        """What an expression with ``span`` gave in ``frame``."""
        kind = type(value)
        if kind is np.ndarray:
            self.array(value, span, frame)  # type: ignore[arg-type]
        elif kind in _NUMBERS:
            if self._takes(span, bounds.NUMBERS_PER_SPAN):
                self.values.number(value, span, self._calls.number(frame))  # type: ignore[arg-type]
        elif kind is list or kind is tuple:
            self._sequence(value, span, frame)  # type: ignore[arg-type]
        elif issubclass(kind, np.ndarray):
            self.array(base_array(value), span, frame)  # type: ignore[arg-type]
        elif issubclass(kind, tuple):
            self._sequence(tuple(tuple.__iter__(value)), span, frame)  # type: ignore[arg-type]

    def array(self, array: np.ndarray, span: int, frame: FrameType) -> None:
        """The same for what is exactly an array."""
        if self._takes(span, bounds.ARRAYS_PER_SPAN):
            self.values.array(array, span, self._calls.number(frame))

    def snapshot(self, array: np.ndarray, span: int, call: int) -> None:
        """The same for what was held since ``call``."""
        if self._takes(span, bounds.ARRAYS_PER_SPAN):
            self.values.array(base_array(array), span, call)

    def argument(self, array: np.ndarray, span: int, frame: FrameType) -> None:
        """What went to a call that gave nothing: of interest if that has changed it."""
        if self._takes(span, bounds.ARRAYS_PER_SPAN):
            self.values.array(base_array(array), span, self._calls.number(frame), if_new=True)

    def parts(self, array: np.ndarray, span: int, frame: FrameType) -> None:
        """An array that is taken apart along its first axis."""
        if array.ndim and self._takes(span, bounds.LISTS_PER_SPAN):
            call = self._calls.number(frame)
            for part, value in enumerate(array[:MOST_PARTS]):
                self.values.array(np.asarray(value), span, call, part)

    def _sequence(self, items: list[Any] | tuple[Any, ...], span: int, frame: FrameType) -> None:
        if not items or not self._takes(span, bounds.LISTS_PER_SPAN):
            return
        call = self._calls.number(frame)
        array = as_array(items)
        if array is not None:
            self.values.array(array, span, call)
            return
        for part, value in enumerate(items[:MOST_PARTS]):
            if is_array(value):
                self.values.array(base_array(value), span, call, part)

    def _takes(self, span: int, most: int) -> bool:
        """Whether the next value of an expression is recorded."""
        number = self._counts.get(span, 0)
        self._counts[span] = number + 1
        if bounds.is_kept(number, most) and not self.values.full:
            return True
        self.values.dropped += 1
        return False


def is_array(value: object) -> bool:
    """Whatever the object says it is."""
    return issubclass(type(value), np.ndarray)


def base_array(array: np.ndarray) -> np.ndarray:
    """``array``, or what it is a view of where it is of a subclass: calls nothing of that."""
    if type(array) is np.ndarray:
        return array
    shape, dtype = np.ndarray.shape.__get__(array), np.ndarray.dtype.__get__(array)
    return np.frombuffer(np.ndarray.tobytes(array), dtype).reshape(shape)
