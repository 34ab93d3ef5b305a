"""The results pane: one submission, whole or as far as it has come."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from app.domain.diagnosis import Diagnosis
from app.domain.diagnosis_words import first_wrong
from app.domain.problem import ProblemSpec
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.submission import Kind, State, Submission
from app.domain.tolerance import Tolerance
from app.domain.unfinished import NO_RUNTIME
from app.domain.verdict import Verdict
from app.web.views.attempts import title
from app.web.views.banner import BannerView, banner_view, file_fault
from app.web.views.cases import CaseView, case_view, planned, waiting_case
from app.web.views.diagnosis import DiagnosisView, diagnosis_view
from app.web.views.wording import number, plural, points, sentence


@dataclass(frozen=True, slots=True)
class ResultsView:
    """A submission as its learner may see it.

    ``begun`` is true as soon as one test is finished.  ``folded`` stands in place of the rows when
    no test could run.  ``settled`` is true when nothing changes any more: the diagnosis comes after
    the last test.
    ``says`` is read out once at the end; ``mark`` is JSON of {line, lead, text} for the editor,
    or empty.
    """

    id: str
    problem: str
    title: str
    state: str
    settled: bool
    version: int
    at: datetime
    took: str
    source: str
    begun: bool
    passed: int
    failing: int
    total: int
    points: str
    banner: BannerView
    diagnosis: DiagnosisView | None
    diagnosing: bool
    cases: tuple[CaseView, ...]
    folded: str
    first_fail: str
    tolerance: str
    runtime: str
    says: str
    mark: str


def results_view(submission: Submission, spec: ProblemSpec, *, ahead: int = 0) -> ResultsView:
    """What the pane shows of a submission; ``ahead`` counts those that are graded before it."""
    report = submission.report.seen_by(Role.LEARNER) if submission.report else None
    cases = _cases(submission, report, spec)
    passed = sum(case.tone == "pass" for case in cases)
    failing = [case for case in cases if case.tone == "fail"]
    banner = banner_view(submission, report, spec, ahead=ahead)
    folded = _folded(submission, report, len(cases))
    diagnosis = report.diagnosis if report and report.verdict is not Verdict.ACCEPTED else None
    return ResultsView(
        id=submission.id,
        problem=submission.problem,
        title=title(submission.kind, submission.number),
        state=submission.state.value,
        settled=submission.is_settled,
        version=submission.version,
        at=submission.created_at,
        took=_took(submission, report),
        source=submission.source,
        begun=any(case.tone != "wait" for case in cases),
        passed=passed,
        failing=len(failing),
        total=len(cases),
        points=_points(submission, report),
        banner=banner,
        diagnosis=diagnosis_view(diagnosis, spec, submission.source),
        diagnosing=submission.state is State.FINISHED and not submission.is_settled,
        cases=cases,
        folded=folded,
        first_fail=failing[0].key if failing and not folded else "",
        tolerance=_tolerance(spec.tolerance),
        runtime=_runtime(report),
        says=_says(submission, passed, len(cases), banner, folded),
        mark=_mark(failing) or _mark_of(diagnosis),
    )


def _folded(submission: Submission, report: Report | None, total: int) -> str:
    if submission.state is not State.FINISHED or file_fault(report) is None:
        return ""
    return f"None of the {total} tests could run." if total > 1 else "The test could not run."


def _says(submission: Submission, passed: int, total: int, banner: BannerView, folded: str) -> str:
    heading = title(submission.kind, submission.number)
    if submission.state is not State.FINISHED or folded:
        return f"{heading}: {banner.title}. {folded}".rstrip()
    return f"{heading}: {passed} of {plural(total, 'test')} passed. {banner.title}."


def _cases(
    submission: Submission, report: Report | None, spec: ProblemSpec
) -> tuple[CaseView, ...]:
    plan = planned(spec, submission.kind)
    done = report.tests if report else ()
    reasons = {name: why for name, _, why in plan}
    finished = [case_view(at, test, reasons.get(test.name, "")) for at, test in enumerate(done, 1)]
    if submission.state is State.FINISHED:
        return tuple(finished)
    waiting = enumerate(plan[len(done) :], len(done) + 1)
    return (*finished, *(waiting_case(at, name, hidden) for at, (name, hidden, _) in waiting))


def _took(submission: Submission, report: Report | None) -> str:
    """In tenths of a second: with hidden tests the learner's view knows no more."""
    if report is None or submission.state is not State.FINISHED:
        return ""
    seconds = report.timing.total_ms / 1000
    return f"{seconds:.1f} s" if seconds >= 0.05 else "less than 0.1 s"


def _points(submission: Submission, report: Report | None) -> str:
    if report is None or submission.kind is Kind.RUN or submission.state is not State.FINISHED:
        return ""
    return f"{points(report.points)} of {points(report.points_possible)} points"


def _runtime(report: Report | None) -> str:
    if report is None or report.runner.numpy == NO_RUNTIME:
        return ""
    return f"Python {report.runner.python}, NumPy {report.runner.numpy}"


def _tolerance(tolerance: Tolerance) -> str:
    """The rule in a line: ``1e−8 + 1e−8 · |expected|``."""
    return f"{number(tolerance.atol)} + {number(tolerance.rtol)} · |expected|"


def _mark(failing: list[CaseView]) -> str:
    """The first failing test with an exception says which line of the learner's code it was."""
    for case in failing:
        if case.raised and case.raised.lines:
            line = case.raised.lines[-1][0]
            text = case.raised.message or f"in “{case.name}”"
            return json.dumps({"line": line, "lead": case.raised.type, "text": text})
    return ""


def _mark_of(diagnosis: Diagnosis | None) -> str:
    """Without an exception, the line on which it first goes wrong."""
    first = diagnosis.first_divergence if diagnosis else None
    if diagnosis is None or first is None or first.line is None:
        return ""
    says = first_wrong(diagnosis, first).removeprefix(f"“{first.title}” ")
    known = next((sentence(pitfall.title) for pitfall in diagnosis.pitfalls), None)
    text = " ".join(filter(None, (says, known or diagnosis.relation)))
    return json.dumps({"line": first.line, "lead": first.title, "text": text})
