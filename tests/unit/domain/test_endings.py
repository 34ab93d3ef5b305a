"""Every way of ending has its verdict and a sentence."""

from __future__ import annotations

import pytest

from app.domain.endings import ending
from app.domain.problem import ProblemSpec
from app.domain.verdict import WORDS, Verdict
from sandbox.protocol import Frame, RaisedError, RunResult, RunStatus
from tests.builders.package import specification

ENDED = [status for status in RunStatus if status is not RunStatus.OK]
VERDICTS = {
    RunStatus.EXCEPTION: Verdict.EXCEPTION,
    RunStatus.SYNTAX_ERROR: Verdict.SYNTAX_ERROR,
    RunStatus.NO_FUNCTION: Verdict.NO_FUNCTION,
    RunStatus.MEMORY_LIMIT: Verdict.MEMORY_LIMIT,
    RunStatus.CPU_LIMIT: Verdict.TIME_LIMIT,
    RunStatus.WALL_LIMIT: Verdict.TIME_LIMIT,
    RunStatus.IDLE: Verdict.TIME_LIMIT,
    RunStatus.OUTPUT_LIMIT: Verdict.OUTPUT_LIMIT,
    RunStatus.RESULT_LIMIT: Verdict.OUTPUT_LIMIT,
    RunStatus.CRASHED: Verdict.CRASHED,
    RunStatus.EXITED: Verdict.CRASHED,
    RunStatus.NO_RESULT: Verdict.CRASHED,
    RunStatus.MALFORMED_RESULT: Verdict.CRASHED,
    RunStatus.FORBIDDEN_SYSCALL: Verdict.FORBIDDEN,
    RunStatus.UNFINISHED: Verdict.GRADER_FAILED,
    RunStatus.SANDBOX_FAILED: Verdict.GRADER_FAILED,
}


def said(status, **facts):
    result = RunResult(status=status, **facts)
    spec = ProblemSpec.model_validate(specification())
    return ending(status).say(result, spec)


@pytest.mark.parametrize("status", ENDED)
def test_every_status_has_its_verdict_and_says_something_even_without_facts(status):
    assert ending(status).verdict is VERDICTS[status]
    assert said(status)


def test_only_the_sandboxs_own_failure_costs_nothing():
    free = [status for status in ENDED if ending(status).verdict.costs_nothing]
    assert free == [RunStatus.UNFINISHED, RunStatus.SANDBOX_FAILED]


@pytest.mark.parametrize(
    ("status", "facts", "words"),
    [
        (
            RunStatus.EXCEPTION,
            {"error": RaisedError("ValueError", "no", (Frame(2, "f"), Frame(7, "g")))},
            "ValueError was raised on line 7: no",
        ),
        (
            RunStatus.EXCEPTION,
            {"error": RaisedError("AssertionError", "")},
            "AssertionError was raised",
        ),
        (
            RunStatus.EXCEPTION,
            {"error": RaisedError("TypeError", "f() takes 1 positional argument")},
            "takes 1 positional argument (the function is called as scaled_sum(x, factor))",
        ),
        (
            RunStatus.EXCEPTION,
            {"error": RaisedError("ModuleNotFoundError", "No module named 'torch'")},
            "'torch' (only NumPy and the standard library can be imported)",
        ),
        (
            RunStatus.EXCEPTION,
            {"error": RaisedError("RuntimeError", "can't start new thread")},
            "(threads, processes, sockets and writing files are not allowed here)",
        ),
        (
            RunStatus.SYNTAX_ERROR,
            {"error": RaisedError("SyntaxError", "invalid syntax", (Frame(3, "<module>"),))},
            "line 3 is not valid Python: invalid syntax",
        ),
        (RunStatus.NO_FUNCTION, {}, "the file must define the function scaled_sum(x, factor)"),
        (RunStatus.MEMORY_LIMIT, {}, "more than 256 MiB of memory were asked for"),
        (
            RunStatus.CPU_LIMIT,
            {},
            "not finished after 2 s of computing: look for a loop that never",
        ),
        (RunStatus.WALL_LIMIT, {}, "not finished after 10 s"),
        (RunStatus.IDLE, {}, "spent waiting, not computing"),
        (RunStatus.OUTPUT_LIMIT, {}, "more than 64 KiB were printed"),
        (RunStatus.CRASHED, {"signal": 11}, "the code crashed its process or ended it (signal 11)"),
        (RunStatus.EXITED, {"exit_code": 5}, "ended the process with code 5"),
        (
            RunStatus.FORBIDDEN_SYSCALL,
            {"syscall": "ptrace"},
            "the operating system for ptrace, which",
        ),
        (RunStatus.FORBIDDEN_SYSCALL, {}, "for something, which is not allowed here"),
    ],
)
def test_the_sentence_has_the_facts(status, facts, words):
    assert words in said(status, **facts)


def test_a_type_error_in_the_learners_own_lines_says_nothing_of_the_call():
    error = RaisedError("TypeError", "no", (Frame(2, "f"),))
    assert said(RunStatus.EXCEPTION, error=error) == "TypeError was raised on line 2: no"


def test_every_verdict_has_its_words():
    assert set(WORDS) == set(Verdict)
    assert len(set(WORDS.values())) == len(WORDS)
