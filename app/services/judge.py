"""Grade one source against the cases of a problem."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import zip_longest

import numpy as np

from app.domain.allowance import Allowance
from app.domain.case import Case
from app.domain.grading import grading
from app.domain.outcome import (
    grader_failed,
    not_run,
    refused,
    same_report,
    test_report,
)
from app.domain.problem import Problem
from app.domain.report import Report, TestReport, Timing
from app.domain.source import SourceRefused, check_source
from app.domain.verdict import Verdict
from app.ports import Batch, Runner
from app.services.reference_answers import ReferenceAnswers, ReferenceFailed, ReferenceNotRun
from sandbox.protocol import (
    Limits,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    RuntimeInfo,
    SandboxError,
    SandboxUnavailable,
)

TRIES = 2
"""A fault of the grader is often gone the second time; a third keeps the learner waiting.

A runner itself repeats a run that ended as SANDBOX_FAILED, so that such a result is final here.
"""

OnTest = Callable[[TestReport, int, int], None]
UNAVAILABLE = "sandbox_unavailable"
_FINAL = (Verdict.ACCEPTED, Verdict.GRADER_FAILED)
"""What a test that shared its process need not be run again for: a fault of the grader is tried
again where it happens.
"""
_FOREGONE = frozenset({"syntax_error", "no_function", "source_refused", UNAVAILABLE})
"""Reasons for which every test of a grading ends alike."""


def judge(
    problem: Problem,
    source: str,
    cases: Sequence[Case],
    *,
    runner: Runner,
    answers: ReferenceAnswers,
    clock: Callable[[], float],
    on_test: OnTest | None = None,
) -> Report:
    """Run ``source`` on each case and report.

    The cases share a process as long as nothing goes wrong in it, each with a fresh module.  A test
    that is not accepted in a process in which others ran before is run again in one of its own, and
    that verdict counts: verdicts are as if each test had its own.  A process in which a hidden test
    ran never gets a test whose output is shown.

    ``clock`` is monotonic, in seconds.  ``on_test`` is called after each test with its report, how
    many are done and how many there are.  Never raises for what the source does or is: a source
    that cannot be run at all fails each test in the same way, and one that uses up ``Allowance``
    has its other tests not run.  A fault of the grader is reported as grader_failed.  What the
    runner reports as SANDBOX_FAILED is not tried again, since the runner has; an error that it
    raises is, and so is a reference that failed, whatever the reason.
    """
    tests: list[TestReport] = []
    with ExitStack() as stack:
        grader = _Grader(
            problem, source, lambda: stack.enter_context(runner.batch()), answers, clock
        )
        for case, following in zip_longest(cases, cases[1:]):
            tests.append(grader.test(case, following))
            if on_test is not None:
                on_test(tests[-1], len(tests), len(cases))
    info = None if grader.unavailable else _info(runner)
    return grading(problem, source, tests, info, grader.timing())


class _Grader:
    """One grading: what its tests share, and where the time went."""

    def __init__(
        self,
        problem: Problem,
        source: str,
        start: Callable[[], Batch],
        answers: ReferenceAnswers,
        clock: Callable[[], float],
    ) -> None:
        self._problem = problem
        self._module = Module("submission", source, f"{problem.spec.function}.py")
        self._start = start
        self._batch: Batch | None = None
        self._answers = answers
        self._clock = clock
        self._allowance = Allowance(problem.spec.limits.wall_seconds)
        self._started = clock()
        self._sandbox_ms = 0.0
        self._compare_ms = 0.0
        self._foregone: TestReport | None = None
        self._alone = False
        self._never_together = False
        self._wasted_ms = 0.0
        self._seen_hidden = False
        self._next: RunRequest | None = None

    def test(self, case: Case, following: Case | None) -> TestReport:
        """Once it is clear that every test ends alike, nothing more is run.  What a hidden test was
        told in a message is never told of another: code can write it there itself.

        ``following`` may begin while this one is compared.
        """
        if self._foregone is not None:
            return same_report(case, self._foregone)
        if why := self._allowance.refusal:
            return not_run(case, why)
        report = self._refused(case) or self._run(case, following)
        if report.reason in _FOREGONE and not (case.hidden and report.exception):
            self._foregone = report
        return report

    @property
    def unavailable(self) -> bool:
        """Whether no sandbox can be had."""
        return self._foregone is not None and self._foregone.reason == UNAVAILABLE

    def timing(self) -> Timing:
        return Timing(
            sandbox_ms=round(self._sandbox_ms, 3),
            compare_ms=round(self._compare_ms, 3),
            total_ms=round(1000 * (self._clock() - self._started), 3),
        )

    def _refused(self, case: Case) -> TestReport | None:
        try:
            check_source(self._module.source)
        except SourceRefused as error:
            return refused(case, str(error))
        return None

    def _run(self, case: Case, following: Case | None) -> TestReport:
        alone = self._never_together or self._alone or (self._seen_hidden and not case.hidden)
        try:
            result = self._learner(case, alone=alone, following=self._together(case, following))
            report = self._judged(case, result)
            if not result.first and report.verdict not in _FINAL:
                # Nobody is charged for the time of a run that does not count: some is enough.
                self._wasted_ms += result.wall_ms
                wasted = self._wasted_ms >= 1000 * self._problem.spec.limits.wall_seconds
                self._never_together |= wasted or report.verdict is Verdict.TIME_LIMIT
                result = self._learner(case, alone=True)
                report = self._judged(case, result)
        except SandboxUnavailable as unavailable:
            return grader_failed(case, UNAVAILABLE, str(unavailable))
        self._allowance.spend(result)
        self._alone = report.verdict is not Verdict.ACCEPTED
        self._seen_hidden = case.hidden or (self._seen_hidden and not alone)
        return self._of_all(report)

    def _judged(self, case: Case, result: RunResult) -> TestReport:
        if result.status is not RunStatus.OK:
            return test_report(case, result, None, self._problem, self._module.source)
        try:
            expected = self._expected(case)
        except ReferenceFailed as failed:
            return grader_failed(case, "reference_failed", str(failed))
        begun = self._clock()
        report = test_report(case, result, expected, self._problem, self._module.source)
        self._compare_ms += 1000 * (self._clock() - begun)
        return report

    def _of_all(self, report: TestReport) -> TestReport:
        """A test that ran out of the time of all together is told so."""
        if report.verdict is Verdict.TIME_LIMIT and self._allowance.overspent:
            return report.model_copy(update={"message": self._allowance.overspent})
        return report

    def _together(self, case: Case, following: Case | None) -> Case | None:
        """``following`` if it would share the process of ``case``."""
        apart = self._never_together or (case.hidden and following and not following.hidden)
        return None if apart else following

    def _learner(self, case: Case, *, alone: bool, following: Case | None = None) -> RunResult:
        request, self._next = self._request(case), None
        if following is not None:
            self._next = self._request(following)
        result = self._facts(request, alone)
        self._sandbox_ms += result.wall_ms
        return result

    def _request(self, case: Case) -> RunRequest:
        """The one that was announced, unless less time is left now."""
        limits = replace(_limits(self._problem), wall_seconds=self._allowance.wall_seconds)
        request = RunRequest(
            (self._module,), self._problem.spec.function, case.arguments, limits, case.seed
        )
        said = self._next
        if said is not None and said.arguments is case.arguments and said.limits == limits:
            return said
        return request

    def _facts(self, request: RunRequest, alone: bool) -> RunResult:
        """Raises SandboxUnavailable; any other error of the sandbox becomes a result."""
        detail = ""
        for _ in range(TRIES):
            try:
                self._batch = self._batch or self._start()
                return self._batch.run(request, alone=alone, then=self._next)
            except SandboxUnavailable:
                raise
            except SandboxError as error:
                detail = str(error)
            except ValueError as error:
                # The package asks for limits or arguments that the sandbox does not grant.
                detail = str(error)
                break
        return RunResult(status=RunStatus.SANDBOX_FAILED, detail=detail)

    def _expected(self, case: Case) -> np.ndarray:
        for _ in range(TRIES - 1):
            try:
                return self._answers.expected(self._problem, case)
            except ReferenceNotRun:
                raise  # The runner has tried before.
            except ReferenceFailed:
                continue
        return self._answers.expected(self._problem, case)


def _info(runner: Runner) -> RuntimeInfo | None:
    """What the tests ran on; None where that cannot be known."""
    with suppress(SandboxError):
        return runner.info()
    return None


def _limits(problem: Problem) -> Limits:
    return Limits(**problem.spec.limits.model_dump())
