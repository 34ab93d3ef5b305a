"""The hooks: what happens where they are called."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from types import CodeType, FrameType
from typing import TypeVar

import numpy as np

from sandbox.protocol import Trace, TraceLimits
from sandbox.recorder import bounds
from sandbox.recorder.calls import Calls
from sandbox.recorder.deadline import Deadline
from sandbox.recorder.instrument import Instrumented
from sandbox.recorder.placeholders import Hook
from sandbox.recorder.seen import PASSED, Seen, base_array, is_array

_Value = TypeVar("_Value")
_frame = sys._getframe
_FAILED = (MemoryError, RecursionError)
"""What recording may do where the code itself has room for no more."""

_MOST_ARGUMENTS = 64


class Recording:
    """What one run of instrumented code records.

    ``on_time`` is called, at most once, when the run has used its CPU time; without it there is no
    such bound.
    """

    def __init__(
        self,
        instrumented: Instrumented,
        limits: TraceLimits,
        on_time: Callable[[], object] | None = None,
    ) -> None:
        self._instrumented = instrumented
        self._calls = Calls(instrumented.spans)
        self._seen = Seen(limits, self._calls)
        self._deadline = Deadline(limits.cpu_seconds, on_time)
        self._targets: dict[int, tuple[np.ndarray, np.ndarray, int]] = {}
        self._objects: dict[int, object] = {}
        self._arguments: list[tuple[int, np.ndarray]] = []

    @property
    def code(self) -> CodeType:
        """The instrumented code, recording here."""
        return self._instrumented.bound(
            {
                Hook.VALUE: self._value,
                Hook.UNPACKED: self._unpacked,
                Hook.ENTERED: self._entered,
                Hook.TURNED: self._turned,
                Hook.CHANGING: self._changing,
                Hook.TARGET: self._target,
                Hook.LEFT: self._left,
                Hook.OBJECT: self._object,
                Hook.ATTRIBUTE: self._attribute,
                Hook.ARGUMENT: self._argument,
                Hook.CALLED: self._called,
            }
        )

    def trace(self, *, complete: bool = True) -> Trace:
        """What has been recorded until now; ``complete`` as in ``Trace``."""
        for span in list(self._targets):
            self._left(span)
        values, calls = self._seen.values, self._calls.table()
        return Trace(
            spans=self._instrumented.spans.table(),
            calls=calls,
            records=values.records(),
            stacks=tuple(values.stacks()),
            dropped=values.dropped,
            complete=complete,
        )

    def _value(self, value: _Value, span: int) -> _Value:
        if perf_counter() > self._deadline.look_at:
            self._deadline.look()
        if type(value) not in PASSED:
            self._see(value, span, _frame(1))
        return value

    def _see(self, value: object, span: int, frame: FrameType) -> None:
        try:
            self._seen.see(value, span, frame)
        except _FAILED:
            self._seen.values.dropped += 1

    def _unpacked(self, value: _Value, span: int) -> _Value:
        if is_array(value):
            try:
                self._seen.parts(base_array(value), span, _frame(1))  # type: ignore[arg-type]
            except _FAILED:
                self._seen.values.dropped += 1
        return value

    def _entered(self) -> None:
        if perf_counter() > self._deadline.look_at:
            self._deadline.look()
        try:
            self._calls.enter(_frame(1))
        except _FAILED:
            self._seen.values.dropped += 1

    def _turned(self) -> None:
        if perf_counter() > self._deadline.look_at:
            self._deadline.look()

    def _target(self, value: _Value, span: int) -> _Value:
        """Held, not copied: the same array is set part by part, and looked at when that is over."""
        if not is_array(value):
            return value
        owner = _owner(value)  # type: ignore[arg-type]
        held = self._targets.get(span)
        if held is None or held[0] is not owner:
            self._left(span)
            self._hold(owner, value, span)  # type: ignore[arg-type]
        return value

    def _hold(self, owner: np.ndarray, array: np.ndarray, span: int) -> None:
        """The whole where ``array`` is a part; ``array`` itself where it is another view of it."""
        array = array if _size(array) == _size(owner) else owner
        if np.ndarray.nbytes.__get__(array) <= bounds.ARRAY_BYTES:
            try:
                self._targets[span] = (owner, array, self._calls.number(_frame(2)))
            except _FAILED:
                self._seen.values.dropped += 1

    def _left(self, span: int) -> None:
        held = self._targets.pop(span, None)
        if held is not None:
            _, array, call = held
            try:
                self._seen.snapshot(array, span, call)
            except _FAILED:
                self._seen.values.dropped += 1

    def _changing(self, value: object) -> None:
        """What is held of the same memory is copied before it changes."""
        if self._targets and is_array(value):
            owner = _owner(value)  # type: ignore[arg-type]
            for span, (other, _, _) in list(self._targets.items()):
                if other is owner:
                    self._left(span)

    def _object(self, value: _Value, span: int) -> _Value:
        self._objects[span] = value
        return value

    def _attribute(self, span: int, name: str) -> None:
        """Read past any property: no code of the learner's runs for it."""
        held = self._objects.pop(span, None)
        try:
            value = object.__getattribute__(held, "__dict__").get(name)
            if is_array(value):
                self._seen.array(base_array(value), span, _frame(1))
        except (*_FAILED, AttributeError, TypeError):
            self._seen.values.dropped += 1

    def _argument(self, value: _Value, span: int) -> _Value:
        if is_array(value) and len(self._arguments) < _MOST_ARGUMENTS:
            self._arguments.append((span, value))  # type: ignore[arg-type]
        return value

    def _called(self, value: _Value, span: int) -> _Value:
        """A call for its effect, when it gives None: on arrays that went to it."""
        arrays = self._taken(span) if self._arguments else []
        if value is not None:
            self._see(value, span, _frame(1))
            return value
        try:
            for array in arrays:
                self._seen.argument(array, span, _frame(1))
        except _FAILED:
            self._seen.values.dropped += 1
        return value

    def _taken(self, span: int) -> list[np.ndarray]:
        """The arguments of this call; with them go those of calls in it that failed."""
        own = [at for at, (other, _) in enumerate(self._arguments) if other == span]
        arrays = [self._arguments[at][1] for at in own]
        if own:
            del self._arguments[own[0] :]
        return arrays


def _owner(array: np.ndarray) -> np.ndarray:
    """The array that ``array`` is a view of, at last."""
    base = np.ndarray.base.__get__(array)
    while is_array(base):
        array, base = base, np.ndarray.base.__get__(base)
    return array


def _size(array: np.ndarray) -> int:
    size: int = np.ndarray.size.__get__(array)
    return size
