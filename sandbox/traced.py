"""A job whose last module is to be recorded: its code, and the trace in its answer."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType
from typing import Any

from sandbox import frames
from sandbox.arrays import EncodeError
from sandbox.protocol import RunRequest, RunStatus
from sandbox.recorder.instrument import NotInstrumented, instrument
from sandbox.recorder.recording import Recording
from sandbox.traces import trace_fields

AnswerAtOnce = Callable[[bytes], object]
"""Writes an answer and ends the process."""


class Traced:
    """The recording of one job; of none where none is asked for or can be made, and then all is as
    it would be without this.
    """

    def __init__(self, recording: Recording | None, most_bytes: int) -> None:
        self._recording = recording
        self._most_bytes = most_bytes

    @classmethod
    def of(cls, request: RunRequest, answer_at_once: AnswerAtOnce | None) -> Traced:
        """For the request of a job whose modules compile."""
        most_bytes = request.limits.result_bytes + frames.ANSWER_OVERHEAD_BYTES
        traced = cls(None, most_bytes)
        if request.trace is None:
            return traced
        module = request.modules[-1]
        try:
            instrumented = instrument(module.source, module.filename)
        except NotInstrumented:
            return traced

        def on_time() -> None:
            if answer_at_once is not None:
                answer_at_once(traced.cut_off())

        on_time_or_never = on_time if answer_at_once is not None else None
        traced._recording = Recording(instrumented, request.trace, on_time_or_never)
        return traced

    def replacing(self, codes: list[CodeType]) -> list[CodeType]:
        """The codes of the modules, that of the last one such that it is recorded."""
        return codes if self._recording is None else [*codes[:-1], self._recording.code]

    def answer(self, facts: dict[str, Any]) -> bytes:
        """The frame with ``facts``, and with the trace where there is one and room for it."""
        if self._recording is not None:
            try:
                frame = frames.pack({**facts, "trace": trace_fields(self._recording.trace())})
            except (MemoryError, EncodeError):
                frame = b""
            if 0 < len(frame) <= self._most_bytes:
                return frame
        return frames.pack(facts)

    def cut_off(self) -> bytes:
        """The frame of a run whose time is up."""
        assert self._recording is not None
        trace = self._recording.trace(complete=False)
        return frames.pack({"status": RunStatus.UNFINISHED.value, "trace": trace_fields(trace)})
