"""Grading one claimed submission, from the claim to the stored report."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from app.domain.case import Case
from app.domain.cases import run_cases, submit_cases
from app.domain.claim import Claimed, LeaseLost
from app.domain.diagnosis import Diagnosis
from app.domain.problem import Problem
from app.domain.report import Report, TestReport
from app.domain.submission import Kind, Submission
from app.domain.unfinished import partial, ungraded, without_problem
from app.errors import TracegradeError
from app.ports import Queue
from app.services.diagnose import is_diagnosed
from sandbox.protocol import RuntimeInfo, SandboxError

MAX_LOST = 3
"""A submission whose workers died this often is not tried again: it may be what kills them."""
MAX_ATTEMPTS = 20
"""Nor is one tried for ever that each time ends together with the whole server."""

OnTest = Callable[[TestReport, int, int], None]
Judge = Callable[[Problem, str, Sequence[Case], OnTest], Report]

Diagnose = Callable[[Problem, str, Sequence[Case], Report], Diagnosis | None]

DIAGNOSING = timedelta(seconds=60)
"""A diagnosis that has not come by then never will: its worker has died."""

log = logging.getLogger(__name__)


class Stopped(Exception):
    """The worker is to stop; the submission goes back to the queue."""


class Grader:
    """Grades claims; safe to call from several threads.

    ``problem`` finds a problem by its slug or raises TracegradeError; ``stopping`` says whether to
    give up after the current test.
    """

    def __init__(
        self,
        queue: Queue,
        problem: Callable[[str], Problem],
        judge: Judge,
        diagnose: Diagnose,
        runtime: Callable[[], RuntimeInfo],
        *,
        clock: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._queue = queue
        self._problem = problem
        self._judge = judge
        self._diagnose = diagnose
        self._runtime = runtime
        self._clock = clock
        self._stopping = stopping

    def grade(self, claimed: Claimed) -> None:
        """Store a report for the claim, or nothing if the lease was lost or the worker stops.

        What is wrong with a solution is looked for after its verdicts are stored.
        """
        try:
            report = self._report(claimed)
            now = self._clock()
            until = now + DIAGNOSING if is_diagnosed(report) else None
            self._queue.finish(claimed, report, now, diagnosing_until=until)
            if until is not None:
                self._queue.diagnosed(claimed, self._diagnosed(claimed, report))
        except Stopped:
            self._queue.release(claimed)
        except LeaseLost as lost:
            log.warning("%s", lost)

    def _diagnosed(self, claimed: Claimed, report: Report) -> Report:
        """With the diagnosis; as it was where there is none to be had."""
        submission = claimed.submission
        try:
            problem = self._problem(submission.problem)
            cases = _cases(problem, submission)
            found = self._diagnose(problem, submission.source, cases, report)
        except Exception:
            log.exception("submission %s: no diagnosis", submission.id)
            return report
        return report.model_copy(update={"diagnosis": found})

    def _report(self, claimed: Claimed) -> Report:
        submission = claimed.submission
        try:
            problem = self._problem(submission.problem)
        except TracegradeError as error:
            log.error("submission %s: %s", submission.id, error)
            return without_problem(submission, reason="problem_unavailable", fault=str(error))
        cases = _cases(problem, submission)
        if claimed.lost >= MAX_LOST or claimed.attempt > MAX_ATTEMPTS:
            tried = claimed.attempt - 1
            fault = f"tried {tried} times; {claimed.lost} workers died while grading it"
            log.error("submission %s: %s", submission.id, fault)
            return ungraded(problem, submission, cases, reason="worker_died", fault=fault)
        return self._judged(claimed, problem, cases)

    def _judged(self, claimed: Claimed, problem: Problem, cases: Sequence[Case]) -> Report:
        submission = claimed.submission
        try:
            on_test = self._progress(claimed, problem)
            return self._judge(problem, submission.source, cases, on_test)
        except (Stopped, LeaseLost):
            raise
        except SandboxError as error:
            log.error("submission %s: %s", submission.id, error)
            reason, fault = "sandbox_unavailable", str(error)
        except Exception as error:
            log.exception("submission %s: the grader failed", submission.id)
            reason, fault = "internal_error", repr(error)
        return ungraded(problem, submission, cases, reason=reason, fault=fault)

    def _progress(self, claimed: Claimed, problem: Problem) -> OnTest:
        """What the judge calls after each test: stores the tests finished so far."""
        tests: list[TestReport] = []

        def on_test(test: TestReport, done: int, total: int) -> None:
            tests.append(test)
            if done == total:
                return  # The whole report follows at once.
            if self._stopping():
                raise Stopped
            self._show(claimed, partial(problem, claimed.submission, tests, self._runtime()))

        return on_test

    def _show(self, claimed: Claimed, so_far: Report) -> None:
        """Losing the lease ends the grading; a database that cannot be written now does not."""
        try:
            self._queue.progress(claimed, so_far)
        except LeaseLost:
            raise
        except Exception:
            log.exception("submission %s: the progress could not be stored", claimed.submission.id)


def _cases(problem: Problem, submission: Submission) -> tuple[Case, ...]:
    if submission.kind is Kind.RUN:
        return run_cases(problem)
    return submit_cases(problem, submission.id)
