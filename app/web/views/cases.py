"""One row per test in the results."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.problem import ProblemSpec
from app.domain.report import Element, ExceptionReport, TestReport
from app.domain.submission import Kind
from app.domain.verdict import WORDS, Verdict
from app.domain.visible import harmless, one_line
from app.web.views.attempts import tone
from app.web.views.wording import duration, error_size, sentence, told_apart, typographic

CLOSED = "This test is hidden. Its values stay closed, so that only a right function passes it."


@dataclass(frozen=True, slots=True)
class ElementView:
    """One element of the output that is off."""

    place: str
    got: str
    expected: str


@dataclass(frozen=True, slots=True)
class RaisedView:
    """An exception of the learner's code; ``lines`` are (line, function) of their own frames."""

    type: str
    message: str
    lines: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class CaseView:
    """A test: ``tone`` is pass, fail, none or wait; ``says`` stands at the end of its row."""

    key: str
    name: str
    hidden: bool
    tone: str
    verdict: str
    says: str
    why: str = ""
    message: str = ""
    off: str = ""
    error: str = ""
    worst: ElementView | None = None
    first: ElementView | None = None
    raised: RaisedView | None = None
    output: str = ""
    output_cut: bool = False
    time: str = ""


def planned(spec: ProblemSpec, kind: Kind) -> tuple[tuple[str, bool, str], ...]:
    """(name, hidden, why) of the tests of a submission in the order in which they run."""
    examples = tuple((example.name, False, "") for example in spec.examples)
    if kind is Kind.RUN:
        return examples
    return examples + tuple(
        (test.name, test.hidden, "" if test.hidden else test.why) for test in spec.tests
    )


def case_view(at: int, test: TestReport, why: str) -> CaseView:
    """A finished test, as the learner's view of the report has it."""
    return CaseView(
        key=f"test-{at}",
        name=one_line(test.name),
        hidden=test.hidden,
        tone=tone(test.verdict),
        verdict=WORDS[test.verdict],
        says=_says(test),
        why="" if test.hidden else sentence(why),
        message=message(test),
        off=str(test.bad_count or ""),
        error=error_size(test.max_abs_error) if test.bad_count else "",
        worst=_element(test.worst_bad),
        first=_element(test.first_bad) if test.first_bad != test.worst_bad else None,
        raised=_raised(test.exception),
        output=harmless(test.stdout or ""),
        output_cut=bool(test.stdout_truncated),
        time=duration(test.wall_ms) if test.wall_ms is not None else "",
    )


def waiting_case(at: int, name: str, hidden: bool) -> CaseView:
    """A test whose turn has not come."""
    return CaseView(f"test-{at}", one_line(name), hidden, "wait", "waiting", "")


def message(test: TestReport) -> str:
    """What a learner reads of the test, as sentences."""
    if test.hidden and test.verdict is not Verdict.ACCEPTED:
        return CLOSED
    return typographic(sentence(harmless(test.message or "")))


def _says(test: TestReport) -> str:
    if test.max_abs_error is not None and test.verdict in (Verdict.ACCEPTED, Verdict.WRONG_VALUE):
        return error_size(test.max_abs_error)
    return "pass" if test.verdict is Verdict.ACCEPTED else ""


def _element(element: Element | None) -> ElementView | None:
    if element is None:
        return None
    place = f"[{', '.join(map(str, element.index))}]" if element.index else "the value"
    return ElementView(place, *told_apart(element.got, element.expected))


def _raised(exception: ExceptionReport | None) -> RaisedView | None:
    if exception is None:
        return None
    lines = tuple((frame.line, one_line(frame.function or "")) for frame in exception.frames)
    return RaisedView(one_line(exception.type), harmless(exception.message or ""), lines)
