"""A report in which every field of a test holds something."""

from __future__ import annotations

from app.domain.report import (
    Element,
    ExceptionReport,
    FrameReport,
    Report,
    RunnerReport,
    TestReport,
    Timing,
)
from app.domain.verdict import Verdict


def full_test(*, hidden: bool, text: str = "text", number: float = 0.5) -> TestReport:
    """``text`` and ``number`` stand in every field that may say something of a hidden test."""
    element = Element(index=(987654321,), got=number, expected=text)
    frames = (FrameReport(line=3, function=text), FrameReport(line=4, function=text))
    return TestReport(
        name="name",
        verdict=Verdict.WRONG_VALUE,
        hidden=hidden,
        points=0,
        points_possible=2,
        max_abs_error=number,
        max_rel_error=text,
        bad_count=987654321,
        first_bad=element,
        worst_bad=element,
        message=text,
        reason=text,
        fault=text,
        exception=ExceptionReport(type=text, message=text, frames=frames),
        stdout=text,
        stdout_truncated=True,
        wall_ms=number,
        cpu_ms=number,
    )


def full_report(*, hidden: bool, text: str = "text", number: float = 0.5) -> Report:
    """A report of one such test; its times hold ``number`` as well."""
    return Report(
        problem="problem",
        grading_hash="a" * 64,
        code_sha256="b" * 64,
        tier="namespaces",
        runner=RunnerReport(python="3.11.0", numpy="2.0.0"),
        verdict=Verdict.WRONG_VALUE,
        points=0,
        points_possible=2,
        tests=(full_test(hidden=hidden, text=text, number=number),),
        timing=Timing(sandbox_ms=number, compare_ms=number, total_ms=1234.5),
    )
