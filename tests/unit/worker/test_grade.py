from __future__ import annotations

from datetime import timedelta

import pytest

from app.domain.claim import LeaseLost
from app.domain.diagnosis import Diagnosis
from app.domain.submission import Kind, State, Submission
from app.domain.verdict import Verdict
from app.errors import TracegradeError
from app.queue.memory import MemoryQueue
from app.worker.grade import MAX_ATTEMPTS, MAX_LOST, Grader
from sandbox.protocol import SandboxUnavailable
from tests.builders.database import NOON
from tests.builders.problem import EXAMPLES, POINTS, SOURCE, TESTS, scaled_sum
from tests.builders.reports import accepted_report, accepted_tests
from tests.fakes.runner import INFO


class Bench:
    """A grader with a queue in memory; ``judge`` may be replaced by the test."""

    def __init__(self):
        self.queue = MemoryQueue()
        self.stopping = False
        self.problem = lambda slug: scaled_sum()
        self.runtime = lambda: INFO
        self.judge = self.accept
        self.diagnose = lambda *asked: None
        self.cases = None
        self.seen = []

    def add(self, kind=Kind.SUBMIT):
        submission = Submission(
            id="s" * 32,
            learner_id="learner",
            problem="scaled-sum",
            kind=kind,
            number=1,
            state=State.QUEUED,
            version=1,
            source=SOURCE,
            code_sha256="c" * 64,
            created_at=NOON,
            points_possible=POINTS,
            tests_total=TESTS,
        )
        self.queue.add(submission)

    def accept(self, problem, source, cases, on_test):
        self.cases = cases
        tests = accepted_tests()
        for done, test in enumerate(tests, 1):
            on_test(test, done, len(tests))
            self.seen.append(self.stored())
        return accepted_report()

    def claim(self):
        return self.queue.claim("w", NOON, 30)

    def grade(self):
        """Claim and grade; what is stored then."""
        claimed = self.claim()
        self.grader().grade(claimed)
        return self.stored()

    def grader(self):
        return Grader(
            self.queue,
            self.problem,
            self.judge,
            self.diagnose,
            self.runtime,
            clock=lambda: NOON + timedelta(seconds=1),
            stopping=lambda: self.stopping,
        )

    def stored(self):
        return self.queue.read("s" * 32)


@pytest.fixture
def bench():
    bench = Bench()
    bench.add()
    return bench


def test_the_report_is_stored_with_the_time(bench):
    stored = bench.grade()
    assert (stored.state, stored.report) == (State.FINISHED, accepted_report())
    assert stored.finished_at == NOON + timedelta(seconds=1)


def wrong_report():
    wrong = accepted_report().tests[0].model_copy(update={"verdict": Verdict.WRONG_VALUE})
    update = {"verdict": Verdict.WRONG_VALUE, "tests": (wrong, *accepted_report().tests[1:])}
    return accepted_report().model_copy(update=update)


FOUND = Diagnosis(case="trace case", public=True)


def test_the_verdict_is_there_before_the_diagnosis(bench):
    seen = []

    def diagnose(problem, source, cases, report):
        seen.append(bench.stored())
        assert (source, len(cases), report) == (SOURCE, TESTS, wrong_report())
        return FOUND

    bench.judge, bench.diagnose = lambda *asked: wrong_report(), diagnose
    stored = bench.grade()
    (before,) = seen
    assert (before.state, before.verdict) == (State.FINISHED, Verdict.WRONG_VALUE)
    assert (before.report.diagnosis, before.is_settled) == (None, False)
    assert (stored.report.diagnosis, stored.is_settled) == (FOUND, True)
    assert stored.version == before.version + 1


def test_a_diagnosis_that_fails_leaves_the_report_as_it_is(bench):
    bench.judge, bench.diagnose = lambda *asked: wrong_report(), lambda *asked: 1 / 0
    stored = bench.grade()
    assert (stored.report, stored.is_settled) == (wrong_report(), True)


def test_nothing_is_looked_for_where_nothing_is_wrong(bench):
    bench.diagnose = lambda *asked: 1 / 0
    assert bench.grade().is_settled


def test_each_test_is_shown_as_soon_as_it_is_done(bench):
    bench.grade()
    partial = [stored.report for stored in bench.seen[:-1]]
    assert [len(report.tests) for report in partial] == [1, 2, 3]
    assert {report.verdict for report in partial} == {Verdict.NOT_RUN}
    assert {report.points_possible for report in partial} == {POINTS}
    assert [stored.version for stored in bench.seen] == [3, 4, 5, 5]


def test_a_run_grades_the_examples_and_a_submission_all():
    for kind, count in ((Kind.RUN, EXAMPLES), (Kind.SUBMIT, TESTS)):
        bench = Bench()
        bench.add(kind)
        bench.grade()
        assert len(bench.cases) == count


def test_a_problem_that_is_gone_is_the_graders_failure(bench):
    def gone(slug):
        raise TracegradeError(f"there is no {slug}")

    bench.problem = gone
    stored = bench.grade()
    assert (stored.state, stored.verdict) == (State.FINISHED, Verdict.GRADER_FAILED)
    assert stored.points_possible == POINTS
    assert stored.report.tests[0].fault == "there is no scaled-sum"


@pytest.mark.parametrize(
    ("error", "reason"),
    [(SandboxUnavailable("no walls"), "sandbox_unavailable"), (KeyError("bug"), "internal_error")],
)
def test_what_fails_in_the_grader_costs_the_learner_nothing(bench, error, reason):
    def fail(*_):
        raise error

    bench.judge = fail
    stored = bench.grade()
    assert (stored.state, stored.verdict) == (State.FINISHED, Verdict.GRADER_FAILED)
    assert stored.verdict.costs_nothing
    assert {(test.verdict, test.reason) for test in stored.report.tests} == {
        (Verdict.GRADER_FAILED, reason)
    }
    assert len(stored.report.tests) == TESTS


def test_a_submission_that_kills_its_workers_is_not_tried_for_ever(bench):
    for _ in range(MAX_LOST):
        assert bench.claim()
        bench.queue.recover_all(count=True)
    stored = bench.grade()
    assert (stored.state, stored.verdict) == (State.FINISHED, Verdict.GRADER_FAILED)
    assert {test.reason for test in stored.report.tests} == {"worker_died"}
    assert bench.cases is None


def test_nor_is_one_that_ends_with_the_server_each_time(bench):
    for _ in range(MAX_ATTEMPTS):
        assert bench.claim()
        bench.queue.recover_all(count=False)
    assert bench.grade().verdict is Verdict.GRADER_FAILED
    assert bench.cases is None


def test_one_attempt_less_and_it_is_graded(bench):
    for _ in range(MAX_ATTEMPTS - 1):
        assert bench.claim()
        bench.queue.recover_all(count=False)
    assert bench.grade().verdict is Verdict.ACCEPTED


def test_one_lost_worker_less_and_it_is_graded(bench):
    for _ in range(MAX_LOST - 1):
        assert bench.claim()
        bench.queue.recover_all(count=True)
    assert bench.grade().verdict is Verdict.ACCEPTED


def test_stopping_gives_the_submission_back_after_the_current_test(bench):
    bench.stopping = True
    stored = bench.grade()
    assert (stored.state, stored.report, bench.seen) == (State.QUEUED, None, [])
    assert bench.claim().lost == 0


def test_stopping_after_the_last_test_still_stores_the_report(bench):
    def stop_at_the_end(problem, source, cases, on_test):
        tests = accepted_tests()
        for done, test in enumerate(tests, 1):
            bench.stopping = done == len(tests)
            on_test(test, done, len(tests))
        return accepted_report()

    bench.judge = stop_at_the_end
    assert bench.grade().state is State.FINISHED


def test_progress_that_cannot_be_stored_does_not_spoil_the_grading(bench):
    def fail(claimed, partial):
        raise OSError("disk full")

    bench.queue.progress = fail
    assert bench.grade().verdict is Verdict.ACCEPTED


def test_a_lost_lease_ends_the_judging_and_stores_nothing(bench):
    def lose(problem, source, cases, on_test):
        bench.queue.recover_all(count=True)
        tests = accepted_tests()
        with pytest.raises(LeaseLost) as lost:
            on_test(tests[0], 1, len(tests))
        raise lost.value

    bench.judge = lose
    stored = bench.grade()
    assert (stored.state, stored.report) == (State.QUEUED, None)


def test_a_lease_lost_at_the_very_end_stores_nothing(bench):
    def lose(*_):
        bench.queue.recover_all(count=True)
        return accepted_report()

    bench.judge = lose
    assert bench.grade().state is State.QUEUED
