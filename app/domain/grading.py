"""From the reports of single tests to the report of a whole grading."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from app.domain.problem import Problem
from app.domain.report import Report, RunnerReport, TestReport, Timing
from app.domain.verdict import Verdict
from sandbox.protocol import RuntimeInfo

NO_TIME = Timing(sandbox_ms=0, compare_ms=0, total_ms=0)


def grading(
    problem: Problem,
    source: str,
    tests: Sequence[TestReport],
    runtime: RuntimeInfo | None,
    timing: Timing = NO_TIME,
) -> Report:
    """The report over ``tests``; also a partial one, over those finished so far.

    ``runtime`` is None when no sandbox could be started.
    """
    return Report(
        problem=problem.slug,
        grading_hash=problem.grading_hash,
        code_sha256=code_sha256(source),
        tier=runtime.tier.value if runtime else "none",
        runner=RunnerReport(
            python=runtime.python if runtime else "none", numpy=runtime.numpy if runtime else "none"
        ),
        verdict=overall(tests),
        points=sum(test.points for test in tests),
        points_possible=sum(test.points_possible for test in tests),
        tests=tuple(tests),
        timing=timing,
    )


def overall(tests: Sequence[TestReport]) -> Verdict:
    """The verdict over all tests.

    Accepted if every test is; else that of the first test that failed by the learner's doing; else,
    nothing being the learner's fault, grader_failed or the first of the other verdicts that cost
    nothing; not_run over no tests.
    """
    verdicts = [test.verdict for test in tests if test.verdict is not Verdict.ACCEPTED]
    if not verdicts:
        return Verdict.ACCEPTED if tests else Verdict.NOT_RUN
    own = [verdict for verdict in verdicts if not verdict.costs_nothing]
    if own:
        return own[0]
    return Verdict.GRADER_FAILED if Verdict.GRADER_FAILED in verdicts else verdicts[0]


def code_sha256(source: str) -> str:
    """SHA-256 of the source in UTF-8, in hexadecimal; half a surrogate pair has its three bytes."""
    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()
