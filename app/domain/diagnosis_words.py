"""What is said of a diagnosis, the same on the page and on the command line."""

from __future__ import annotations

from collections.abc import Iterator

from app.domain.diagnosis import Confidence, Diagnosis, Divergence, PitfallFound, StepState

STATE_WORDS = {
    StepState.MATCH: "right",
    StepState.FIRST: "goes wrong here",
    StepState.INHERITED: "right given your own values before it",
    StepState.NOT_FOUND: "not found",
}


def worth_showing(diagnosis: Diagnosis) -> bool:
    """Whether a learner gets to know anything from it."""
    return bool(diagnosis.first_divergence or diagnosis.reason or matched(diagnosis))


def heading(diagnosis: Diagnosis) -> str:
    """What stands above it."""
    only_right = matched(diagnosis) and not diagnosis.first_divergence
    return "How far it is right" if only_right else "Where it first goes wrong"


def matched(diagnosis: Diagnosis) -> int:
    """How many steps are right."""
    return sum(step.state is StepState.MATCH for step in diagnosis.steps)


def first_wrong(diagnosis: Diagnosis, first: Divergence) -> str:
    """``“Scaled scores” is the first step that goes wrong.``; the line stands before it."""
    if first.line is not None and first.column is None:
        return f"the code breaks off here, before “{first.title}” is there."
    probably = "" if diagnosis.confidence is Confidence.CERTAIN else " probably"
    return f"“{first.title}” is{probably} the first step that goes wrong."


def also_wrong(other: Divergence) -> str:
    """Of a further mistake, which the line stands before."""
    return f"“{other.title}” goes wrong as well."


def pitfall_title(diagnosis: Diagnosis, found: PitfallFound) -> str:
    """Of a known mistake, with its line where that is not the one just told."""
    first = diagnosis.first_divergence
    elsewhere = found.line is not None and first is not None and found.line != first.line
    return f"{found.title} (line {found.line})" if elsewhere else found.title


def nothing_wrong_found(diagnosis: Diagnosis) -> str:
    """Of a diagnosis without a divergence: how much of it is right; "" where none was found."""
    found, total = matched(diagnosis), len(diagnosis.steps)
    if not found:
        return ""
    if found == total:
        return "Every step is right: look at what is returned."
    verb = "is" if found == 1 else "are"
    others = "The other one was" if found == total - 1 else "The others were"
    return f"{found} of {total} steps {verb} right. {others} not found."


def remarks(diagnosis: Diagnosis) -> Iterator[str]:
    """Further sentences: what follows from the first wrong value, and on which test this was."""
    first = diagnosis.first_divergence
    last = diagnosis.steps[-1].step if diagnosis.steps else None
    if first and first.isolated and first.step != last and not diagnosis.also:
        yield "Given this value, everything after it is right."
    if diagnosis.reason:
        yield diagnosis.reason
    if not diagnosis.public:
        yield "Seen on a hidden test; its values are not shown."
