"""What each way of ending means for the learner: one table from facts to judgements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.domain.problem import ProblemSpec
from app.domain.verdict import Verdict
from sandbox.protocol import RaisedError, RunResult, RunStatus


@dataclass(frozen=True, slots=True)
class Ending:
    """The verdict for a status, and the sentence the learner reads."""

    verdict: Verdict
    say: Callable[[RunResult, ProblemSpec], str]


def ending(status: RunStatus) -> Ending:
    """The ending for every status but OK, whose value has to be compared."""
    return _ENDINGS[status]


def _exception(result: RunResult, spec: ProblemSpec) -> str:
    error = result.error
    if error is None:
        return "an exception was raised"
    where = f" on line {error.frames[-1].line}" if error.frames else ""
    said = f": {error.message}" if error.message else ""
    return f"{error.type} was raised{where}{said}{_hint(error, spec)}"


def _hint(error: RaisedError, spec: ProblemSpec) -> str:
    """What the message alone would not tell a learner."""
    if error.type == "TypeError" and not error.frames:
        # Raised by the call itself: the learner's own lines were never reached.
        return f" (the function is called as {_call(spec)})"
    if error.type == "ModuleNotFoundError":
        return " (only NumPy and the standard library can be imported)"
    if error.type == "PermissionError" or "start new thread" in error.message:
        return " (threads, processes, sockets and writing files are not allowed here)"
    return ""


def _call(spec: ProblemSpec) -> str:
    names = ", ".join(parameter.name for parameter in spec.parameters)
    return f"{spec.function}({names})"


def _syntax_error(result: RunResult, spec: ProblemSpec) -> str:
    error = result.error
    if error is None:
        return "this is not valid Python"
    where = f"line {error.frames[-1].line}" if error.frames else "this"
    return f"{where} is not valid Python: {error.message}"


def _no_function(result: RunResult, spec: ProblemSpec) -> str:
    return f"the file must define the function {_call(spec)}"


def _memory(result: RunResult, spec: ProblemSpec) -> str:
    mebibytes = spec.limits.memory_bytes / 2**20
    return f"more than {mebibytes:.0f} MiB of memory were asked for"


def _cpu(result: RunResult, spec: ProblemSpec) -> str:
    allowed = f"{spec.limits.cpu_seconds:g} s of computing"
    return (
        f"not finished after {allowed}: look for a loop that never ends, "
        "or for one that NumPy could do in one operation"
    )


def _wall(result: RunResult, spec: ProblemSpec) -> str:
    return f"not finished after {spec.limits.wall_seconds:g} s"


def _idle(result: RunResult, spec: ProblemSpec) -> str:
    after = f"{spec.limits.wall_seconds:g} s"
    return (
        f"not finished after {after}, spent waiting, not computing: is there a sleep or an input()?"
    )


def _output(result: RunResult, spec: ProblemSpec) -> str:
    kibibytes = spec.limits.output_bytes / 1024
    return f"more than {kibibytes:g} KiB were printed: remove a print from a loop"


def _result(result: RunResult, spec: ProblemSpec) -> str:
    return "the returned value is too large: is an array repeated or broadcast?"


def _signal(result: RunResult, spec: ProblemSpec) -> str:
    said = f" (signal {result.signal})" if result.signal is not None else ""
    return (
        f"the code crashed its process or ended it{said}: "
        "very deep recursion, os.abort() and wrong use of ctypes do that"
    )


def _exited(result: RunResult, spec: ProblemSpec) -> str:
    said = f" with code {result.exit_code}" if result.exit_code is not None else ""
    return f"the code ended the process{said} instead of returning a value"


def _no_value(result: RunResult, spec: ProblemSpec) -> str:
    return "the code ended the process without returning a value"


def _malformed(result: RunResult, spec: ProblemSpec) -> str:
    return "the returned value could not be read"


def _forbidden(result: RunResult, spec: ProblemSpec) -> str:
    asked = result.syscall or "something"
    return f"the code asked the operating system for {asked}, which is not allowed here"


GRADER_SORRY = "the grader failed on this test, not your code; it costs you nothing"


def _grader(result: RunResult, spec: ProblemSpec) -> str:
    return GRADER_SORRY


_ENDINGS: dict[RunStatus, Ending] = {
    RunStatus.EXCEPTION: Ending(Verdict.EXCEPTION, _exception),
    RunStatus.SYNTAX_ERROR: Ending(Verdict.SYNTAX_ERROR, _syntax_error),
    RunStatus.NO_FUNCTION: Ending(Verdict.NO_FUNCTION, _no_function),
    RunStatus.MEMORY_LIMIT: Ending(Verdict.MEMORY_LIMIT, _memory),
    RunStatus.CPU_LIMIT: Ending(Verdict.TIME_LIMIT, _cpu),
    RunStatus.WALL_LIMIT: Ending(Verdict.TIME_LIMIT, _wall),
    RunStatus.IDLE: Ending(Verdict.TIME_LIMIT, _idle),
    RunStatus.OUTPUT_LIMIT: Ending(Verdict.OUTPUT_LIMIT, _output),
    RunStatus.RESULT_LIMIT: Ending(Verdict.OUTPUT_LIMIT, _result),
    RunStatus.CRASHED: Ending(Verdict.CRASHED, _signal),
    RunStatus.EXITED: Ending(Verdict.CRASHED, _exited),
    RunStatus.NO_RESULT: Ending(Verdict.CRASHED, _no_value),
    RunStatus.MALFORMED_RESULT: Ending(Verdict.CRASHED, _malformed),
    RunStatus.FORBIDDEN_SYSCALL: Ending(Verdict.FORBIDDEN, _forbidden),
    RunStatus.UNFINISHED: Ending(Verdict.GRADER_FAILED, _grader),  # No traced run is judged.
    RunStatus.SANDBOX_FAILED: Ending(Verdict.GRADER_FAILED, _grader),
}
