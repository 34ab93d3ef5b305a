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
forbidden syscall   killed by the client for it
sandbox failed      killed by the client after waiting too long for a processor
as the child says   answered, whatever the process did afterwards
malformed result    an answer that cannot be read, or ended with code 0 in the middle of one
forbidden syscall   SIGSYS
memory limit        SIGKILL, and the kernel says that it killed for the bound of the zygote's cgroup
sandbox failed      SIGKILL that neither the client nor the CPU limit accounts for
crashed             any other signal
exited, no result   ended without an answer, with a code other than 0, with 0
=================== ==============================================================================
"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

from sandbox.arrays import DecodeError
from sandbox.exchange import Ending, Stop
from sandbox.protocol import Limits, RunResult, RunStatus, TraceLimits
from sandbox.results import Answer, clean, read_answer

_IDLE_SHARE = 0.1


@dataclass(frozen=True, slots=True)
class Exit:
    """How the kernel says that the process ended: status as of wait(2), CPU time; whether it killed
    in the zygote's cgroup, meanwhile, for want of memory there.
    """

    wait_status: int
    cpu_seconds: float
    over_memory: bool = False


def classify(
    ending: Ending,
    exit: Exit | None,
    limits: Limits,
    argument_names: tuple[str, ...],
    *,
    first: bool = True,
    trace: TraceLimits | None = None,
) -> RunResult:
    """The facts of one run; ``exit`` is None for a process that answered and lives on, ``trace`` is
    what the run was asked to record.
    """
    killed, code = _exit_facts(exit)
    cpu_seconds = ending.cpu_seconds
    if exit is not None:
        cpu_seconds = max(0.0, exit.cpu_seconds - ending.cpu_seconds_before)
    status, answer, detail = _stopped(ending, limits) or _limited(cpu_seconds, limits), None, ""
    if status is None and ending.answered:
        status, answer, detail = _answered(ending, argument_names, trace)
    if status is None:
        status = _signalled(killed, exit) or _exited(ending, code)
        detail = "the answer ends in its middle" if status is RunStatus.MALFORMED_RESULT else ""
    if ending.stop is Stop.STARVED:
        detail = "the machine is too busy: the process waited for a processor most of the time"
    return RunResult(
        status=status,
        returned=answer.returned if answer else None,
        error=answer.error if answer else None,
        inputs_modified=answer.inputs_modified if answer else (),
        stdout=clean(ending.output.decode("utf-8", "replace")),
        stdout_truncated=ending.output_truncated,
        signal=_signal(status, ending, killed),
        exit_code=None if ending.answered else code,
        syscall=_syscall(status, ending),
        detail=detail,
        wall_ms=ending.wall_seconds * 1000,
        cpu_ms=cpu_seconds * 1000,
        first=first,
        trace=answer.trace if answer else None,
    )


def _exit_facts(exit: Exit | None) -> tuple[int | None, int | None]:
    """The signal that ended the process, or else the code it ended with."""
    if exit is None:
        return None, None
    if os.WIFSIGNALED(exit.wait_status):
        return os.WTERMSIG(exit.wait_status), None
    return None, os.WEXITSTATUS(exit.wait_status)


def _signal(status: RunStatus, ending: Ending, killed: int | None) -> int | None:
    """For a forbidden system call always the kernel's own, also where the client sent another."""
    if status is RunStatus.FORBIDDEN_SYSCALL:
        return signal.SIGSYS
    return None if ending.stop or ending.answered else killed


def _syscall(status: RunStatus, ending: Ending) -> str | None:
    if status is not RunStatus.FORBIDDEN_SYSCALL:
        return None
    if ending.syscall is None and ending.reports_calls:
        # The one that kills all the same: the filter lent it to set-up, see ``syscall_rules``.
        return "unshare"
    return ending.syscall


def _stopped(ending: Ending, limits: Limits) -> RunStatus | None:
    match ending.stop:
        case Stop.OUTPUT:
            return RunStatus.OUTPUT_LIMIT
        case Stop.RESULT:
            return RunStatus.RESULT_LIMIT
        case Stop.CPU:
            return RunStatus.CPU_LIMIT
        case Stop.WALL:
            idle = ending.cpu_seconds < _IDLE_SHARE * limits.wall_seconds
            return RunStatus.IDLE if idle else RunStatus.WALL_LIMIT
        case Stop.SYSCALL:
            return RunStatus.FORBIDDEN_SYSCALL
        case Stop.STARVED:
            return RunStatus.SANDBOX_FAILED
    return None


def _limited(cpu_seconds: float, limits: Limits) -> RunStatus | None:
    return RunStatus.CPU_LIMIT if cpu_seconds > limits.cpu_seconds else None


def _answered(
    ending: Ending, argument_names: tuple[str, ...], trace: TraceLimits | None
) -> tuple[RunStatus, Answer | None, str]:
    try:
        answer = read_answer(ending.result, argument_names, trace)
    except DecodeError as error:
        return RunStatus.MALFORMED_RESULT, None, str(error)
    return answer.status, answer, ""


def _signalled(killed: int | None, exit: Exit | None) -> RunStatus | None:
    if killed is None or exit is None:
        return None
    if killed == signal.SIGSYS:
        return RunStatus.FORBIDDEN_SYSCALL
    if killed != signal.SIGKILL:
        return RunStatus.CRASHED
    return RunStatus.MEMORY_LIMIT if exit.over_memory else RunStatus.SANDBOX_FAILED


def _exited(ending: Ending, code: int | None) -> RunStatus:
    if code != 0:
        return RunStatus.EXITED
    return RunStatus.MALFORMED_RESULT if ending.result else RunStatus.NO_RESULT
