"""Runs one's own code in a cold process with time limits only: no wall at all.

Jobs and answers pass by the codec and the code that serve behind the walls, so that verdicts are
the same.  What differs: nothing is forbidden, memory is not limited, and idle waiting is not told
from other work that reaches the wall limit.  The CPU limit ends a run on POSIX, in whole seconds;
on Windows it is seen when the run has answered.
"""

from __future__ import annotations

import time
from dataclasses import replace
from types import TracebackType
from typing import Any, NamedTuple, Self, cast

from sandbox import frames
from sandbox.arrays import DecodeError, EncodeError
from sandbox.cold import ColdProcess, Gone, Stopped
from sandbox.policy import LANES
from sandbox.protocol import (
    Lane,
    NoWalls,
    RunRequest,
    RunResult,
    RunStatus,
    RuntimeInfo,
    SandboxUnavailable,
)
from sandbox.results import clean, read_answer

_SECONDS_TO_START = 120.0
_SMALL_BYTES = 1 << 16
"""More than what a process says of itself, and than it prints when it does not start."""


class UnprotectedBatch:
    """Runs of one source, in one process for as long as each answers.

    For one thread.  ``lane`` says how much a run may ask for.
    """

    def __init__(self, lane: Lane) -> None:
        self._policy = LANES[lane]
        self._process: ColdProcess | None = None
        self._info: RuntimeInfo | None = None
        self._runs = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def info(self) -> RuntimeInfo:
        """Raises ``SandboxUnavailable`` when no process can be started."""
        self._started()
        assert self._info is not None
        return self._info

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        """Run ``request``; ``alone`` asks for a process in which nothing ran before.  Nothing is
        begun of ``then``.

        Raises ``ValueError`` for limits beyond the lane's or arguments that cannot cross, and
        ``SandboxUnavailable``.
        """
        self._policy.check(request.limits)
        try:
            job = b"".join(frames.pack_job(request))
        except EncodeError as error:
            raise ValueError(f"the arguments of the run cannot cross: {error}") from None
        if alone and self._runs:
            self.close()
        process, first = self._started(), self._runs == 0
        self._runs += 1
        result = _run(process, request, job)
        if not result.answered:
            self.close()
        return replace(result.facts, first=first)

    def close(self) -> None:
        """End the process; the next run starts another."""
        process, self._process, self._runs = self._process, None, 0
        if process is not None:
            process.close()

    def _started(self) -> ColdProcess:
        if self._process is None:
            try:
                self._process = ColdProcess()
            except OSError as error:
                raise SandboxUnavailable(f"No Python process can be started: {error}") from error
            try:
                self._info = _ready(self._process)
            except SandboxUnavailable:
                self.close()
                raise
        return self._process


class _Outcome(NamedTuple):
    """``answered``: the process waits for another job."""

    facts: RunResult
    answered: bool


def _ready(process: ColdProcess) -> RuntimeInfo:
    deadline = time.monotonic() + _SECONDS_TO_START
    try:
        ready = frames.unpack(process.receive(deadline, _SMALL_BYTES, _SMALL_BYTES))
        return RuntimeInfo(NoWalls.UNPROTECTED, **cast(dict[str, str], ready))
    except (Gone, Stopped, DecodeError, TypeError):
        said = process.take_printed(_SMALL_BYTES).decode("utf-8", "replace")
        raise SandboxUnavailable(f"A Python process did not start: {said[-1000:]}") from None


def _run(process: ColdProcess, request: RunRequest, job: bytes) -> _Outcome:
    limits, started = request.limits, time.monotonic()
    process.send(frames.pack({"cpu_seconds": limits.cpu_seconds}) + job)
    deadline = started + limits.wall_seconds
    try:
        facts = _received(process, request, deadline)
        answered = True
    except Gone:
        facts, answered = _ended(process, deadline), False
    except Stopped as stopped:
        facts, answered = RunResult(stopped.status), False
    wall_ms = 1000 * (time.monotonic() - started)
    printed = process.take_printed(limits.output_bytes + 1)
    if flooded := len(printed) > limits.output_bytes:
        facts, answered = RunResult(RunStatus.OUTPUT_LIMIT), False
    stdout = clean(printed[: limits.output_bytes].decode("utf-8", "replace"))
    return _Outcome(
        replace(facts, stdout=stdout, stdout_truncated=flooded, wall_ms=wall_ms), answered
    )


def _received(process: ColdProcess, request: RunRequest, deadline: float) -> RunResult:
    limits = request.limits
    head = process.receive(deadline, _SMALL_BYTES, limits.output_bytes)
    most_bytes = limits.result_bytes + frames.ANSWER_OVERHEAD_BYTES
    body = process.receive(deadline, most_bytes, limits.output_bytes)
    try:
        cpu_seconds = float(cast(dict[str, Any], frames.unpack(head))["cpu_seconds"])
        answer = read_answer(body, tuple(request.arguments), request.trace)
    except (DecodeError, TypeError, KeyError, ValueError) as error:
        return RunResult(RunStatus.MALFORMED_RESULT, detail=str(error))
    if cpu_seconds > limits.cpu_seconds:
        return RunResult(RunStatus.CPU_LIMIT, cpu_ms=1000 * cpu_seconds)
    return RunResult(
        answer.status,
        returned=answer.returned,
        error=answer.error,
        inputs_modified=answer.inputs_modified,
        trace=answer.trace,
        cpu_ms=1000 * cpu_seconds,
    )


def _ended(process: ColdProcess, deadline: float) -> RunResult:
    """What the end of the process says, once it has closed its pipe."""
    try:
        status, signal, exit_code = process.ending(deadline)
    except Stopped as stopped:
        return RunResult(stopped.status)
    return RunResult(status, signal=signal, exit_code=exit_code)
