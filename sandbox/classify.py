"""From what was seen of a process to the status of its run.  Pure; the one place that decides.

In this order, the first that fits; what the kernel and the clock say comes before what the child
says.

=================== ==============================================================================
status              when
=================== ==============================================================================
output, result      killed by the client for what it wrote
limit
CPU limit           killed by the client for it, or more CPU used than allowed however it ended
idle, wall limit    killed by the client at the wall limit; idle with less than a tenth of it as CPU
forbidden syscall   SIGSYS
sandbox failed      SIGKILL that neither the client nor the CPU limit accounts for
crashed             any other signal
exited, no result   ended without an answer, with a code other than 0, with 0
malformed result    an answer that cannot be read
as the child says   a whole answer
=================== ==============================================================================
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

from sandbox.arrays import DecodeError
from sandbox.exchange import Ending, Stop
from sandbox.protocol import Limits, RunResult, RunStatus
from sandbox.results import Answer, clean, read_answer

_IDLE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Exit:
    """How the kernel says that the process ended: status as of wait(2), CPU time, memory above the
    start.
    """

    wait_status: int
    cpu_seconds: float
    peak_memory_bytes: int


def classify(
    ending: Ending, exit: Exit, limits: Limits, argument_names: tuple[str, ...]
) -> RunResult:
    """The facts of one run."""
    killed = os.WTERMSIG(exit.wait_status) if os.WIFSIGNALED(exit.wait_status) else None
    code = os.WEXITSTATUS(exit.wait_status) if os.WIFEXITED(exit.wait_status) else None
    cpu_seconds = max(0.0, exit.cpu_seconds - ending.cpu_seconds_before)
    status = _stopped(ending, limits) or _limited(cpu_seconds, limits) or _signalled(killed)
    answer, detail = None, ""
    if status is None:
        status, answer, detail = _answered(ending, code, argument_names)
    return RunResult(
        status=status,
        returned=answer.returned if answer else None,
        error=answer.error if answer else None,
        inputs_modified=answer.inputs_modified if answer else (),
        stdout=clean(ending.output.decode("utf-8", "replace")),
        stdout_truncated=ending.output_truncated,
        signal=killed if ending.stop is None else None,
        exit_code=code,
        detail=detail,
        wall_ms=ending.wall_seconds * 1000,
        cpu_ms=cpu_seconds * 1000,
        peak_memory_bytes=exit.peak_memory_bytes,
    )


def _stopped(ending: Ending, limits: Limits) -> RunStatus | None:
    match ending.stop:
        case Stop.OUTPUT:
            return RunStatus.OUTPUT_LIMIT
        case Stop.RESULT:
            return RunStatus.RESULT_LIMIT
        case Stop.CPU:
            return RunStatus.CPU_LIMIT
        case Stop.WALL:
            idle = ending.cpu_seconds_at_stop < _IDLE_SHARE * limits.wall_seconds
            return RunStatus.IDLE if idle else RunStatus.WALL_LIMIT
    return None


def _limited(cpu_seconds: float, limits: Limits) -> RunStatus | None:
    return RunStatus.CPU_LIMIT if cpu_seconds > limits.cpu_seconds else None


def _signalled(killed: int | None) -> RunStatus | None:
    if killed is None:
        return None
    if killed == signal.SIGSYS:
        return RunStatus.FORBIDDEN_SYSCALL
    return RunStatus.SANDBOX_FAILED if killed == signal.SIGKILL else RunStatus.CRASHED


def _answered(
    ending: Ending, code: int | None, argument_names: tuple[str, ...]
) -> tuple[RunStatus, Answer | None, str]:
    if code != 0:
        return RunStatus.EXITED, None, ""
    if not ending.result:
        return RunStatus.NO_RESULT, None, ""
    try:
        answer = read_answer(ending.result, argument_names)
    except DecodeError as error:
        return RunStatus.MALFORMED_RESULT, None, str(error)
    return answer.status, answer, ""
