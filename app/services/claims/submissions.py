"""Accepted submissions pass; rejected ones, and the starter, fail in the way they say."""

from __future__ import annotations

from app.domain.problem import SourceFile
from app.domain.proof import Claim, Row
from app.domain.report import Report, TestReport
from app.domain.verdict import WORDS, Verdict


def must_pass(claim: Claim, file: SourceFile, report: Report) -> Row:
    passed = sum(test.verdict is Verdict.ACCEPTED for test in report.tests)
    holds = report.verdict is Verdict.ACCEPTED
    detail = f"{passed} of {len(report.tests)} tests pass"
    if not holds:
        detail += f"; {_first_failure(report)}"
    return Row(claim=claim, subject=file.name, holds=holds, detail=detail)


def must_fail(claim: Claim, file: SourceFile, report: Report) -> Row:
    """A grader's own failure proves nothing, so it does not count as a rejection."""
    if report.verdict is Verdict.ACCEPTED:
        detail = "passes every test, but must be rejected: add a test that it fails"
        return Row(claim=claim, subject=file.name, holds=False, detail=detail)
    failing = [test for test in report.tests if test.verdict is not Verdict.ACCEPTED]
    verdicts = {test.verdict.value for test in failing}
    if report.verdict.costs_nothing:
        return Row(claim=claim, subject=file.name, holds=False, detail=_first_failure(report))
    if file.expects is not None and file.expects not in verdicts:
        found = ", ".join(sorted(verdicts))
        detail = f"says it is rejected as {file.expects}, but the tests say {found}"
        return Row(claim=claim, subject=file.name, holds=False, detail=detail)
    said = WORDS[Verdict(file.expects or report.verdict)]
    detail = f"{said} in {len(failing)} of {len(report.tests)} tests"
    return Row(claim=claim, subject=file.name, holds=True, detail=detail)


def _first_failure(report: Report) -> str:
    test = next(test for test in report.tests if test.verdict is not Verdict.ACCEPTED)
    return f'"{test.name}": {WORDS[test.verdict]}{_said(test)}'


def _said(test: TestReport) -> str:
    if test.exception is not None:
        return f" ({test.exception.type}: {test.exception.message})"
    return f" ({test.message or test.reason})" if test.message or test.reason else ""
