"""From one run to the report of one test."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.cases import submit_cases
from app.domain.outcome import grader_failed, not_run, refused, same_report
from app.domain.outcome import test_report as judged
from app.domain.verdict import Verdict
from sandbox.protocol import Frame, RaisedError, RunResult, RunStatus
from tests.builders.problem import scaled_sum
from tests.fakes.runner import ok

PROBLEM = scaled_sum()
CASE = submit_cases(PROBLEM, "any")[0]
SOURCE = "\n" * 9
EXPECTED = np.array([3.0, 7.0])


def report(result, expected=EXPECTED):
    return judged(CASE, result, expected, PROBLEM, SOURCE)


def test_a_right_value_gets_all_points():
    got = report(ok(EXPECTED.copy(), stdout="hello", wall_ms=1.23456, cpu_ms=0.5))
    assert (got.verdict, got.points, got.points_possible) == (Verdict.ACCEPTED, 1, CASE.points)
    assert (got.stdout, got.wall_ms, got.cpu_ms) == ("hello", 1.235, 0.5)
    assert (got.message, got.reason, got.exception) == (None, None, None)


def test_a_wrong_value_gets_none():
    got = report(ok(EXPECTED + np.array([0, 1])))
    assert (got.verdict, got.points, got.bad_count) == (Verdict.WRONG_VALUE, 0, 1)
    assert got.worst_bad.index == (1,)


def test_a_changed_input_spoils_a_right_value():
    got = report(ok(EXPECTED.copy(), inputs_modified=("x",)))
    assert (got.verdict, got.points, got.bad_count) == (Verdict.INPUT_MODIFIED, 0, 0)
    assert got.message == (
        "the values are right, but the argument was changed: x; work on a copy, such as x.copy()"
    )


def test_a_changed_input_is_only_mentioned_beside_a_wrong_value():
    got = report(ok(EXPECTED + 1, inputs_modified=("x", "y")))
    assert got.verdict is Verdict.WRONG_VALUE
    assert got.message.endswith("(the arguments were changed: x, y)")


def test_a_run_that_returned_nothing_described_is_a_missing_return():
    got = report(RunResult(status=RunStatus.OK))
    assert got.verdict is Verdict.WRONG_TYPE


def test_an_exception_keeps_its_frames_and_prints():
    error = RaisedError("ValueError", "no", (Frame(2, "f", "a.py"), Frame(7, "g", "a.py")))
    got = report(RunResult(status=RunStatus.EXCEPTION, error=error, stdout="so far"))
    assert (got.verdict, got.reason, got.stdout) == (Verdict.EXCEPTION, "exception", "so far")
    assert got.exception.model_dump() == {
        "type": "ValueError",
        "message": "no",
        "frames": ({"line": 2, "function": "f"}, {"line": 7, "function": "g"}),
    }


@pytest.mark.parametrize(
    ("status", "verdict"),
    [
        (RunStatus.IDLE, Verdict.TIME_LIMIT),
        (RunStatus.CPU_LIMIT, Verdict.TIME_LIMIT),
        (RunStatus.RESULT_LIMIT, Verdict.OUTPUT_LIMIT),
        (RunStatus.EXITED, Verdict.CRASHED),
    ],
)
def test_the_reason_tells_apart_what_shares_a_verdict(status, verdict):
    got = report(RunResult(status=status), expected=None)
    assert (got.verdict, got.reason, got.points) == (verdict, status.value, 0)


def test_a_failed_sandbox_is_the_graders_fault():
    got = report(RunResult(status=RunStatus.SANDBOX_FAILED, detail="the zygote died"))
    assert (got.verdict, got.reason) == (Verdict.GRADER_FAILED, "sandbox_failed")
    assert got.fault == "the zygote died"
    assert "not your code" in got.message


def test_a_value_that_nothing_can_be_compared_with_is_the_graders_fault():
    assert report(ok(EXPECTED), expected=None).verdict is Verdict.GRADER_FAILED


def test_a_test_not_run_takes_over_how_another_ended_but_not_its_prints():
    error = RaisedError("SyntaxError", "no", (Frame(1, "<module>"),))
    first = report(RunResult(status=RunStatus.SYNTAX_ERROR, error=error, stdout="x", wall_ms=5))
    hidden = next(case for case in submit_cases(PROBLEM, "any") if case.hidden)
    got = same_report(hidden, first)
    assert (got.name, got.hidden, got.points_possible) == (hidden.name, True, hidden.points)
    assert (got.verdict, got.message) == (Verdict.SYNTAX_ERROR, first.message)
    assert (got.exception, got.stdout, got.wall_ms) == (first.exception, None, None)


def test_reports_without_a_run():
    assert grader_failed(CASE, "why", "fault").verdict is Verdict.GRADER_FAILED
    assert refused(CASE, "too large").verdict is Verdict.SYNTAX_ERROR


@pytest.mark.parametrize("status", [RunStatus.EXCEPTION, RunStatus.SYNTAX_ERROR])
def test_a_line_that_the_file_does_not_have_is_told_nowhere(status):
    error = RaisedError("E", "", (Frame(3, "f"), Frame(123_456, "g")))
    got = report(RunResult(status=status, error=error))
    assert "123456" not in got.model_dump_json()


def test_a_test_left_out_says_why_and_costs_nothing():
    got = not_run(CASE, "not run: why")
    assert (got.verdict, got.message, got.points) == (Verdict.NOT_RUN, "not run: why", 0)
    assert got.points_possible == CASE.points
