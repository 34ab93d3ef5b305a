"""Reports as a judge would make them."""

from __future__ import annotations

from app.domain.cases import submit_cases
from app.domain.grading import grading
from app.domain.report import Report, TestReport
from app.domain.verdict import Verdict
from tests.builders.problem import SOURCE, scaled_sum
from tests.fakes.runner import INFO


def accepted_tests() -> list[TestReport]:
    """One accepted report for each test of the tiny problem."""
    return [
        TestReport(
            name=case.name,
            verdict=Verdict.ACCEPTED,
            hidden=case.hidden,
            points=case.points,
            points_possible=case.points,
        )
        for case in submit_cases(scaled_sum(), "any")
    ]


def accepted_report() -> Report:
    """The report of a right solution."""
    return grading(scaled_sum(), SOURCE, accepted_tests(), INFO)
