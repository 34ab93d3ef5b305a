"""Reports of gradings that are not over, or that the grader could not carry out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from app.domain.case import Case
from app.domain.endings import GRADER_SORRY
from app.domain.grading import NO_TIME, grading
from app.domain.outcome import grader_failed
from app.domain.problem import Problem
from app.domain.report import Report, RunnerReport, TestReport
from app.domain.submission import Submission
from app.domain.verdict import Verdict
from sandbox.protocol import RuntimeInfo

NO_RUNTIME = "none"


def partial(
    problem: Problem,
    submission: Submission,
    tests: Iterable[TestReport],
    runtime: RuntimeInfo,
) -> Report:
    """The report of a running submission: the tests finished so far, and no verdict yet."""
    so_far = grading(problem, submission.source, tuple(tests), runtime)
    return so_far.model_copy(
        update={
            "verdict": Verdict.NOT_RUN,
            "points_possible": submission.points_possible or so_far.points_possible,
        }
    )


def ungraded(
    problem: Problem, submission: Submission, cases: Sequence[Case], *, reason: str, fault: str
) -> Report:
    """Every test ``grader_failed``: the grader could not do its work, the learner is not to blame.

    ``reason`` is a short key, ``fault`` what an administrator should know.
    """
    tests = [grader_failed(case, reason, fault) for case in cases]
    return grading(problem, submission.source, tests, None)


def without_problem(submission: Submission, *, reason: str, fault: str) -> Report:
    """``ungraded`` when the problem itself cannot be read: one row for the whole submission."""
    possible = submission.points_possible or 0
    row = TestReport(
        name="whole submission",
        verdict=Verdict.GRADER_FAILED,
        hidden=False,
        points=0,
        points_possible=possible,
        message=GRADER_SORRY,
        reason=reason,
        fault=fault,
    )
    return Report(
        problem=submission.problem,
        grading_hash=submission.grading_hash,
        code_sha256=submission.code_sha256,
        tier=NO_RUNTIME,
        runner=RunnerReport(python=NO_RUNTIME, numpy=NO_RUNTIME),
        verdict=Verdict.GRADER_FAILED,
        points=0,
        points_possible=possible,
        tests=(row,),
        timing=NO_TIME,
    )
