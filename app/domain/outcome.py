"""From the facts of one run to the report of one test."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.compare import Comparison, compare
from app.domain.endings import GRADER_SORRY, ending
from app.domain.located import located
from app.domain.problem import Problem
from app.domain.report import ExceptionReport, FrameReport, TestReport
from app.domain.verdict import Verdict
from sandbox.protocol import RaisedError, Returned, RunResult, RunStatus


def test_report(
    case: Case, result: RunResult, expected: np.ndarray | None, problem: Problem, source: str
) -> TestReport:
    """Judge one run of ``source``; ``expected`` may only be missing when it did not end OK."""
    result = replace(result, error=located(result.error, result.status, source))
    if result.status is not RunStatus.OK:
        return _ended(case, result, problem)
    if expected is None:
        return grader_failed(case, "reference_failed", "there is no expected value")
    returned = result.returned or Returned(type_name="NoneType")
    spec = problem.spec
    compared = compare(returned, expected, spec.returns, spec.tolerance)
    judged = _with_inputs(compared, result.inputs_modified)
    return _report(
        case,
        judged.verdict,
        result,
        message=judged.message,
        max_abs_error=judged.max_abs_error,
        max_rel_error=judged.max_rel_error,
        bad_count=judged.bad_count,
        first_bad=judged.first_bad,
        worst_bad=judged.worst_bad,
    )


def grader_failed(case: Case, reason: str, fault: str) -> TestReport:
    """The grader's own failure: never the learner's, whatever the code would have done."""
    return TestReport(
        name=case.name,
        verdict=Verdict.GRADER_FAILED,
        hidden=case.hidden,
        points=0,
        points_possible=case.points,
        message=GRADER_SORRY,
        reason=reason,
        fault=fault,
    )


def refused(case: Case, message: str) -> TestReport:
    """The report of a test for a source that is never run."""
    return TestReport(
        name=case.name,
        verdict=Verdict.SYNTAX_ERROR,
        hidden=case.hidden,
        points=0,
        points_possible=case.points,
        message=message,
        reason="source_refused",
    )


def not_run(case: Case, message: str) -> TestReport:
    """The report of a test that was left out; by itself it costs nothing, and gives no points."""
    return TestReport(
        name=case.name,
        verdict=Verdict.NOT_RUN,
        hidden=case.hidden,
        points=0,
        points_possible=case.points,
        message=message,
        reason="out_of_time",
    )


def same_report(case: Case, other: TestReport) -> TestReport:
    """The report of a test that was not run, because it could only end as ``other`` did."""
    return TestReport(
        name=case.name,
        verdict=other.verdict,
        hidden=case.hidden,
        points=0,
        points_possible=case.points,
        message=other.message,
        reason=other.reason,
        fault=other.fault,
        exception=other.exception,
    )


def _ended(case: Case, result: RunResult, problem: Problem) -> TestReport:
    if result.status is RunStatus.SANDBOX_FAILED:
        return grader_failed(case, result.status.value, result.detail)
    end = ending(result.status)
    message = end.say(result, problem.spec)
    return _report(case, end.verdict, result, message=message, reason=result.status.value)


def _report(case: Case, verdict: Verdict, result: RunResult, **judged: Any) -> TestReport:
    """Points are all or nothing."""
    return TestReport(
        name=case.name,
        verdict=verdict,
        hidden=case.hidden,
        points=case.points if verdict is Verdict.ACCEPTED else 0,
        points_possible=case.points,
        exception=_exception(result.error),
        stdout=result.stdout,
        stdout_truncated=result.stdout_truncated,
        wall_ms=round(result.wall_ms, 3),
        cpu_ms=round(result.cpu_ms, 3),
        **judged,
    )


def _exception(error: RaisedError | None) -> ExceptionReport | None:
    if error is None:
        return None
    frames = tuple(FrameReport(line=frame.line, function=frame.function) for frame in error.frames)
    return ExceptionReport(type=error.type, message=error.message, frames=frames)


def _with_inputs(compared: Comparison, modified: tuple[str, ...]) -> Comparison:
    """A changed argument spoils a right value; beside a wrong one it is only mentioned."""
    if not modified:
        return compared
    names = ", ".join(modified)
    verb = "arguments were" if len(modified) > 1 else "argument was"
    if compared.verdict is Verdict.ACCEPTED:
        said = f"the values are right, but the {verb} changed: {names}; work on a copy"
        said = f"{said}, such as {modified[0]}.copy()"
        return replace(compared, verdict=Verdict.INPUT_MODIFIED, message=said)
    return replace(compared, message=f"{compared.message} (the {verb} changed: {names})")
