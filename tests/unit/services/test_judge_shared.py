"""Tests of one grading that share a process: when, and what that must not change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.verdict import Verdict
from app.services.reference_answers import ReferenceFailed
from sandbox.protocol import RaisedError, RunResult, RunStatus
from tests.builders.judging import CASES, FAILED, PROBLEM, Unreliable, judged, right
from tests.builders.problem import TESTS
from tests.fakes.runner import FakeRunner, ok


def test_tests_share_a_process_as_long_as_all_goes_well():
    shown_again = (*CASES, CASES[0])
    assert [case.hidden for case in shown_again] == [*[False] * (TESTS - 1), True, False]
    runner = FakeRunner({"code": right})
    judged(right, runner=runner, cases=shown_again)
    assert runner.alone == [False] * TESTS + [True]


def test_a_shown_test_never_follows_a_hidden_one_in_its_process():
    """It could print what it remembers."""
    shown, hidden = CASES[0], CASES[-1]
    runner = FakeRunner({"code": right})
    judged(right, runner=runner, cases=(hidden, shown, shown, hidden, hidden, shown))
    assert runner.alone == [False, True, False, False, False, True]


def sharing(value):
    """What running it returns, in a process where another test ran before."""
    return ok(value, first=False)


def test_a_test_that_fails_in_a_shared_process_is_run_again_alone_and_that_counts():
    runner = FakeRunner({"code": [right, sharing(np.zeros(2)), right]})
    report = judged(None, runner=runner, cases=CASES[:3])
    assert report.verdict is Verdict.ACCEPTED
    assert runner.alone == [False, False, True, False]
    assert runner.learner_requests[1] == runner.learner_requests[2]


def test_a_test_that_fails_alone_is_not_run_again_and_the_next_one_starts_clean():
    wrong = ok(np.zeros(2))
    runner = FakeRunner({"code": [wrong, right, sharing(np.zeros(2)), wrong, right]})
    report = judged(None, runner=runner, cases=CASES[:4])
    accepted = [test.verdict is Verdict.ACCEPTED for test in report.tests]
    assert accepted == [False, True, False, True]
    assert runner.alone == [False, True, False, True, True]


def test_time_that_was_wasted_once_in_a_shared_process_is_not_wasted_again():
    """Or each test could take its whole time and be charged for nothing."""
    slow = RunResult(status=RunStatus.WALL_LIMIT, first=False)
    runner = FakeRunner({"code": [right, slow, right]})
    report = judged(None, runner=runner)
    assert report.verdict is Verdict.ACCEPTED
    assert runner.alone == [False, False, *[True] * (TESTS - 1)]


def test_only_the_run_that_counts_is_charged():
    """As if each test had had a process of its own."""
    each = 1000 * PROBLEM.spec.limits.wall_seconds
    slow = RunResult(status=RunStatus.WALL_LIMIT, wall_ms=each, first=False)
    runner = FakeRunner({"code": [right, slow, right, slow, right, slow, right]})
    report = judged(None, runner=runner, cases=(*CASES, *CASES)[:5])
    assert report.verdict is Verdict.ACCEPTED
    granted = {request.limits.wall_seconds for request in runner.learner_requests}
    assert granted == {PROBLEM.spec.limits.wall_seconds}


@pytest.mark.parametrize("fault", [FAILED, ReferenceFailed("the reference failed", "look at it")])
def test_a_fault_of_the_grader_is_not_answered_by_another_run(fault):
    answers = Unreliable()
    answers.failures = 2 * isinstance(fault, ReferenceFailed)
    result = sharing(np.zeros(2)) if answers.failures else replace(FAILED, first=False)
    runner = FakeRunner({"code": [result]})
    report = judged(None, runner=runner, cases=CASES[:1], answers=answers)
    assert report.verdict is Verdict.GRADER_FAILED
    assert len(runner.learner_requests) == 1


def test_the_next_test_is_announced_unless_it_may_not_share_the_process():
    shown, hidden = CASES[0], CASES[-1]
    runner = FakeRunner({"code": right})
    judged(right, runner=runner, cases=(shown, hidden, hidden, shown, shown))
    places = {id(request): at for at, request in enumerate(runner.learner_requests)}
    assert [then and places[id(then)] for then in runner.announced] == [1, 2, None, 4, None]


def test_time_that_is_wasted_again_and_again_is_wasted_once():
    """A run that does not count is free, however it ends: some of that is enough."""
    each = 1000 * PROBLEM.spec.limits.wall_seconds
    half = RunResult(status=RunStatus.EXCEPTION, wall_ms=0.6 * each, first=False)
    runner = FakeRunner({"code": [half, right, half, right, right]})
    report = judged(None, runner=runner, cases=(*CASES, *CASES)[:4])
    assert report.verdict is Verdict.ACCEPTED
    assert runner.alone == [False, True, False, True, True, True]


@pytest.mark.parametrize("status", [RunStatus.SYNTAX_ERROR, RunStatus.NO_FUNCTION])
def test_what_a_hidden_test_says_is_never_told_of_another(status):
    """A program writes its own answer, and may write there what it was given."""
    said = RaisedError("SyntaxError", "the secret input")
    forged = RunResult(status=status, error=said if status is RunStatus.SYNTAX_ERROR else None)
    runner = FakeRunner({"code": [forged, right]})
    report = judged(None, runner=runner, cases=(CASES[-1], CASES[0]))
    shown = report.tests[1]
    assert "secret" not in shown.model_dump_json()
    if status is RunStatus.SYNTAX_ERROR:
        assert shown.verdict is Verdict.ACCEPTED
