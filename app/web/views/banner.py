"""The sentence under the score: what matters most about a grading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.domain.problem import ProblemSpec
from app.domain.report import Report, TestReport
from app.domain.submission import Kind, State, Submission
from app.domain.verdict import WORDS, Verdict
from app.domain.visible import harmless, one_line
from app.web.views.attempts import tone
from app.web.views.cases import message
from app.web.views.wording import plural, sentence, typographic

FILE_FAULTS = frozenset({"syntax_error", "no_function", "source_refused"})
"""Reasons that lie in the file as a whole: no test could run."""

_ABOUT_VALUES = frozenset({Verdict.WRONG_VALUE, Verdict.NOT_FINITE, Verdict.PROPERTY_FAILED})


@dataclass(frozen=True, slots=True)
class BannerView:
    """``tone`` is pass, fail, warn or wait.

    ``line`` is the line of the learner's code that it speaks of, or None.
    """

    tone: str
    title: str
    text: str
    line: int | None = None


def banner_view(
    submission: Submission, report: Report | None, spec: ProblemSpec, *, ahead: int
) -> BannerView:
    """``report`` is the learner's view; ``ahead`` counts the submissions that come first."""
    if submission.state is State.QUEUED:
        return _queued(ahead)
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
    if fault := file_fault(report):
        return _unrunnable(fault, spec)
    return _failed(most_telling(report.tests))


def file_fault(report: Report | None) -> TestReport | None:
    """The first of the tests that could not run, if the fault lies in the file as a whole."""
    first = report.tests[0] if report and report.tests else None
    return first if first and first.reason in FILE_FAULTS else None


def most_telling(tests: Sequence[TestReport]) -> TestReport:
    """Of the tests that fail, the first that says most; a hidden one says least.

    Wrong values may only be an accident of the shapes: an output with its axes swapped has the
    right shape where both are as long.
    """
    failing = [test for test in tests if tone(test.verdict) == "fail"]
    return min(failing, key=lambda test: (test.hidden, test.verdict in _ABOUT_VALUES))


def _queued(ahead: int) -> BannerView:
    text = "The tests start by themselves."
    if ahead:
        verb = "is" if ahead == 1 else "are"
        text = f"{plural(ahead, 'submission')} {verb} ahead of yours. {text}"
    return BannerView("wait", "Waiting for a free worker", text)


def _accepted(kind: Kind) -> BannerView:
    if kind is Kind.SUBMIT:
        return BannerView("pass", "Solved", "Every test passes, the hidden ones too.")
    return BannerView(
        "pass", "The examples pass", "Submit to grade all tests, the hidden ones too."
    )


def _unrunnable(test: TestReport, spec: ProblemSpec) -> BannerView:
    """One message about the file."""
    text = typographic(sentence(harmless(test.message or "")))
    if test.reason == "no_function":
        return BannerView("fail", f"There is no function {spec.function}", text)
    if test.reason == "source_refused":
        return BannerView("fail", "This code cannot be graded", text)
    line = _line(test)
    where = f" on line {line}" if line else ""
    said = test.exception.message if test.exception else None
    return BannerView(
        "fail", f"Syntax error{where}", sentence(harmless(said)) if said else text, line
    )


def _failed(test: TestReport) -> BannerView:
    head = f"{WORDS[test.verdict].capitalize()} in “{one_line(test.name)}”"
    return BannerView("fail", head, message(test), _line(test))


def _line(test: TestReport) -> int | None:
    frames = test.exception.frames if test.exception else ()
    return frames[-1].line if frames else None
