"""Grading one source, with a sandbox in memory."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from app.domain.cases import run_cases
from app.domain.verdict import Verdict
from app.runner.pooled import PooledRunner
from app.services.reference_answers import ReferenceNotRun
from sandbox.handle import ZygoteLost
from sandbox.protocol import (
    RaisedError,
    RunResult,
    RunStatus,
    SandboxError,
    SandboxUnavailable,
)
from tests.builders.judging import CASES, FAILED, PROBLEM, Unreliable, judged, right
from tests.builders.problem import EXAMPLES, POINTS, TESTS
from tests.fakes.runner import INFO, FakeRunner


def test_a_right_solution_is_accepted_with_all_points():
    report = judged(right)
    assert (report.verdict, report.points, report.points_possible) == ("accepted", POINTS, POINTS)
    assert [test.name for test in report.tests] == [case.name for case in CASES]
    assert (report.tier, report.runner.numpy) == ("namespaces", "2.0.0")


def test_the_examples_alone_can_be_graded():
    report = judged(right, cases=run_cases(PROBLEM))
    assert len(report.tests) == EXAMPLES


def test_each_case_is_a_run_of_its_own_with_the_problems_limits_and_function():
    runner = FakeRunner({"code": right})
    judged(right, runner=runner)
    assert len(runner.learner_requests) == TESTS
    for case, request in zip(CASES, runner.learner_requests, strict=True):
        assert request.arguments is case.arguments
        assert request.function == "scaled_sum"
        assert [module.name for module in request.modules] == ["submission"]
        assert request.modules[0].filename == "scaled_sum.py"
        assert request.limits.wall_seconds == PROBLEM.spec.limits.wall_seconds
        assert request.limits.memory_bytes == PROBLEM.spec.limits.memory_bytes


def test_the_seed_depends_on_the_arguments_and_fits_32_bits():
    runner = FakeRunner({"code": right})
    judged(right, runner=runner)
    judged(right, runner=runner)
    seeds = [request.seed for request in runner.learner_requests]
    assert seeds[:TESTS] == seeds[TESTS:]
    assert len(set(seeds)) == len({case.key for case in CASES})
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_the_learners_process_gets_nothing_of_the_reference():
    runner = FakeRunner({"code": right})
    judged(right, runner=runner)
    assert not runner.author_requests
    assert {m.source for r in runner.learner_requests for m in r.modules} == {"code"}


def test_every_test_is_told_as_it_ends():
    told = []
    report = judged(right, on_test=lambda test, done, total: told.append((test, done, total)))
    assert told == [(test, n, TESTS) for n, test in enumerate(report.tests, 1)]


def test_what_on_test_raises_ends_the_grading():
    def stop(test, done, total):
        raise KeyError("stop")

    with pytest.raises(KeyError):
        judged(right, on_test=stop)


@pytest.mark.parametrize("status", [RunStatus.SYNTAX_ERROR, RunStatus.NO_FUNCTION])
def test_a_file_that_cannot_work_at_all_is_run_once(status):
    runner = FakeRunner({"code": RunResult(status=status, error=RaisedError("E", "m"))})
    report = judged(None, runner=runner)
    assert len(runner.learner_requests) == 1
    assert {test.verdict.value for test in report.tests} == {status.value}
    assert (report.points, report.points_possible) == (0, POINTS)


@pytest.mark.parametrize("source", ["x" * 300_000, "a\0b", "\ud800"])
def test_a_source_that_is_no_text_or_too_large_is_not_run(source):
    runner = FakeRunner({})
    report = judged(None, runner=runner, source=source)
    assert not runner.learner_requests
    assert report.verdict is Verdict.SYNTAX_ERROR
    assert {test.reason for test in report.tests} == {"source_refused"}


def test_one_tests_exception_leaves_the_others_alone():
    def fails_once(x, factor):
        if x.shape == CASES[1].arguments["x"].shape:
            raise ValueError("no")
        return right(x, factor)

    report = judged(fails_once)
    verdicts = {test.verdict for test in report.tests}
    assert verdicts == {Verdict.ACCEPTED, Verdict.EXCEPTION}
    assert report.verdict is Verdict.EXCEPTION


def test_an_error_of_the_sandbox_is_tried_once_more():
    runner = FakeRunner({"code": [SandboxError("the zygote died"), right]})
    report = judged(None, runner=runner)
    assert report.verdict is Verdict.ACCEPTED
    assert len(runner.learner_requests) == TESTS + 1


@pytest.mark.parametrize(
    "faults",
    [[FAILED], [SandboxError("the zygote died")] * 2, [ValueError("the zygote died")]],
    ids=["result", "error", "refusal"],
)
def test_a_sandbox_that_fails_for_good_is_the_graders_fault(faults):
    """Its result is final: the runner has tried before."""
    runner = FakeRunner({"code": [*faults, right]})
    report = judged(None, runner=runner)
    assert report.tests[0].verdict is Verdict.GRADER_FAILED
    assert report.tests[0].fault == "the zygote died"
    assert {test.verdict for test in report.tests[1:]} == {Verdict.ACCEPTED}
    assert report.verdict is Verdict.GRADER_FAILED
    assert len(runner.learner_requests) == len(faults) + TESTS - 1


@pytest.mark.skipif(sys.platform != "linux", reason="a pool starts on Linux alone")
def test_with_a_real_pool_a_run_is_tried_three_times_in_all(monkeypatch):
    tried = []

    class Dying:
        def __init__(self, lane, tier):
            pass

        def start(self, limits):
            return INFO

        def run(self, errand, *, alone, then):
            tried.append(errand)
            raise ZygoteLost("the zygote died")

        def close(self):
            pass

    monkeypatch.setattr("sandbox.pool.Client", Dying)
    runner = PooledRunner()
    report = judged(None, runner=runner, cases=CASES[:1])
    runner.close()
    assert len(tried) == 3
    assert [test.fault for test in report.tests] == ["the zygote died"]


def test_without_a_sandbox_every_test_is_the_graders_fault():
    missing = SandboxUnavailable("no user namespaces")
    runner = FakeRunner({"code": missing}, runtime=missing)
    report = judged(None, runner=runner)
    assert (report.verdict, report.tier) == (Verdict.GRADER_FAILED, "none")
    assert {test.fault for test in report.tests} == {"no user namespaces"}
    assert {test.reason for test in report.tests} == {"sandbox_unavailable"}
    assert len(runner.learner_requests) == 1


def test_limits_that_the_sandbox_does_not_grant_are_the_graders_fault():
    report = judged(ValueError("limit wall_seconds is 700"))
    assert report.verdict is Verdict.GRADER_FAILED


@pytest.mark.parametrize(("failures", "verdict"), [(1, "accepted"), (2, "grader_failed")])
def test_a_failed_reference_is_tried_once_more(failures, verdict):
    answers = Unreliable()
    answers.failures = failures
    report = judged(right, answers=answers)
    assert report.tests[0].verdict.value == verdict
    assert {test.verdict for test in report.tests[1:]} == {Verdict.ACCEPTED}


def test_a_reference_that_the_sandbox_did_not_run_is_not_tried_again():
    answers = Unreliable()
    answers.failures, answers.error = 1, ReferenceNotRun
    report = judged(right, answers=answers, cases=CASES[:1])
    assert report.verdict is Verdict.GRADER_FAILED


def test_the_reference_is_not_asked_about_a_run_that_failed():
    answers = Unreliable()
    answers.failures = 1000
    report = judged(RunResult(status=RunStatus.CPU_LIMIT), answers=answers)
    assert report.verdict is Verdict.TIME_LIMIT
    assert answers.failures == 1000


@pytest.mark.parametrize("status", [RunStatus.IDLE, RunStatus.CPU_LIMIT, RunStatus.WALL_LIMIT])
def test_after_two_tests_out_of_time_the_others_are_not_run(status):
    runner = FakeRunner({"code": RunResult(status=status, wall_ms=1.0)})
    report = judged(None, runner=runner)
    assert len(runner.learner_requests) == 2
    verdicts = [test.verdict.value for test in report.tests]
    assert verdicts == ["time_limit"] * 2 + ["not_run"] * (TESTS - 2)
    assert report.tests[-1].message == "not run: two tests ran out of time"
    assert (report.verdict, report.points) == (Verdict.TIME_LIMIT, 0)
    assert report.points_possible == POINTS


def test_all_tests_together_get_three_times_the_wall_limit_of_one():
    each = PROBLEM.spec.limits.wall_seconds
    slow = RunResult(status=RunStatus.EXCEPTION, wall_ms=990 * each)
    over = RunResult(status=RunStatus.WALL_LIMIT, wall_ms=30 * each)
    runner = FakeRunner({"code": [slow, slow, slow, over]})
    report = judged(None, runner=runner, cases=(*CASES, *CASES))
    granted = [request.limits.wall_seconds for request in runner.learner_requests]
    assert granted == pytest.approx([each, each, each, 0.03 * each])
    assert report.tests[3].verdict is Verdict.TIME_LIMIT
    assert "all tests together" in report.tests[3].message
    assert {test.verdict for test in report.tests[4:]} == {Verdict.NOT_RUN}
    assert report.verdict is Verdict.EXCEPTION


def test_times_are_added_up():
    report = judged(right)
    assert report.timing.sandbox_ms == TESTS * 1.0
    assert report.timing.compare_ms == TESTS * 1.0
    assert report.timing.total_ms == 2 * TESTS + 1


def test_wrong_values_are_reported_with_the_tests_that_are_right():
    report = judged(lambda x, factor: np.where(factor == 2, right(x, factor), 0.0))
    assert report.verdict is Verdict.WRONG_VALUE
    assert 0 < report.points < report.points_possible
