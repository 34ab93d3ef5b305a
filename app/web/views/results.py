"""The results pane: one submission, whole or as far as it has come."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime

from app.domain.problem import ProblemSpec
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.submission import Kind, State, Submission
from app.domain.tolerance import Tolerance
from app.domain.unfinished import NO_RUNTIME
from app.domain.verdict import WORDS, Verdict
from app.web.views.attempts import title
from app.web.views.cases import CaseView, case_view, planned, waiting_case
from app.web.views.wording import duration, number, plural, points


@dataclass(frozen=True, slots=True)
class BannerView:
    """The sentence under the score; ``tone`` is pass, fail, warn or wait.

    ``line`` is the line of the learner's code that it speaks of, or None.
    """

    tone: str
    title: str
    text: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ResultsView:
    """A submission as its learner may see it.

    ``says`` is read out once at the end; ``mark`` is JSON of {line, lead, text} for the editor,
    or empty.
    """

    id: str
    problem: str
    title: str
    state: str
    version: int
    at: datetime
    took: str
    source: str
    passed: int
    failing: int
    total: int
    points: str
    banner: BannerView
    cases: tuple[CaseView, ...]
    first_fail: str
    tolerance: str
    runtime: str
    says: str
    mark: str


def results_view(submission: Submission, spec: ProblemSpec) -> ResultsView:
    """What the pane shows of a submission to a problem."""
    report = submission.report.seen_by(Role.LEARNER) if submission.report else None
    cases = _cases(submission, report, spec)
    passed = sum(case.tone == "pass" for case in cases)
    failing = [case for case in cases if case.tone == "fail"]
    banner = _banner(submission, report, failing)
    heading = title(submission.kind, submission.number)
    return ResultsView(
        id=submission.id,
        problem=submission.problem,
        title=heading,
        state=submission.state.value,
        version=submission.version,
        at=submission.created_at,
        took=_took(submission),
        source=submission.source,
        passed=passed,
        failing=len(failing),
        total=len(cases),
        points=_points(submission, report),
        banner=banner,
        cases=cases,
        first_fail=failing[0].key if failing else "",
        tolerance=_tolerance(spec.tolerance),
        runtime=_runtime(report),
        says=f"{heading}: {passed} of {plural(len(cases), 'test')} passed. {banner.title}.",
        mark=_mark(failing),
    )


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


def _banner(submission: Submission, report: Report | None, failing: list[CaseView]) -> BannerView:
    if submission.state is State.QUEUED:
        return BannerView("wait", "Waiting for a free worker", "The tests start by themselves.")
    if submission.state is State.RUNNING or report is None:
        return BannerView("wait", "Running the tests", "Each result appears as its test finishes.")
    if report.verdict is Verdict.ACCEPTED:
        return _accepted(submission.kind)
    if report.verdict.costs_nothing:
        return BannerView(
            "warn",
            WORDS[report.verdict].capitalize(),
            "This is not your code's fault and costs you nothing. Try again in a moment.",
        )
    first = failing[0] if failing else None
    head = WORDS[report.verdict].capitalize()
    if first is None:
        return BannerView("fail", head, "")
    line = first.raised.lines[-1][0] if first.raised and first.raised.lines else None
    return BannerView("fail", f"{head} in “{first.name}”", first.message, line)


def _accepted(kind: Kind) -> BannerView:
    if kind is Kind.SUBMIT:
        return BannerView("pass", "Solved", "Every test passes, the hidden ones too.")
    return BannerView(
        "pass", "The examples pass", "Submit to grade all tests, the hidden ones too."
    )


def _took(submission: Submission) -> str:
    if submission.report is None or submission.state is not State.FINISHED:
        return ""
    return duration(submission.report.timing.total_ms)


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
