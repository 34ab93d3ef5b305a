"""Where a wrong solution first goes wrong, as stored in a report and shown to its learner."""

from __future__ import annotations

from enum import StrEnum

from app.domain.model import Model

MOST_SHOWN = 4096
"""Elements of an array that is shown as a heat-map; none is shown of a larger one."""


class StepState(StrEnum):
    """What is known of one step of the reference.

    MATCH: the learner's code computed it right.  FIRST: it goes wrong here, given what went in.
    INHERITED: right given the learner's own, wrong inputs.  NOT_FOUND: nothing recorded matches it.
    """

    MATCH = "match"
    FIRST = "first"
    INHERITED = "inherited"
    NOT_FOUND = "not_found"


class Confidence(StrEnum):
    """CERTAIN: the learner's whole output follows from what is said.  LIKELY: part of it does.
    UNKNOWN: it could not be told where the mistake is.
    """

    CERTAIN = "certain"
    LIKELY = "likely"
    UNKNOWN = "unknown"


class Divergence(Model):
    """A step that goes wrong, and the expression of the learner's source that makes its value.

    Lines count from 1, columns from 0 in characters, the end is exclusive; all None where the value
    could not be traced to an expression.  ``call_line`` is the line of the entry function that led
    there.  ``isolated``: given this value, what follows is right.
    """

    step: str
    title: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    call_line: int | None
    isolated: bool


class StepFinding(Model):
    """One step of the reference in the learner's code.

    ``line`` is where its value is made and ``shape`` how it is kept there, both None where it was
    not found; ``max_abs_error`` is the largest difference from the reference's value, withheld on a
    hidden test as ``shape`` is.
    """

    step: str
    state: StepState
    line: int | None = None
    shape: tuple[int, ...] | None = None
    max_abs_error: float | None = None


class PitfallFound(Model):
    """A known mistake that explains the learner's values; ``line`` as in ``Divergence``."""

    id: str
    title: str
    message: str
    line: int | None


class Compared(Model):
    """The learner's value of a step beside the right one given the same inputs, in the reference's
    layout: flat, in C order, of ``shape``; None for what is not finite.
    """

    step: str
    shape: tuple[int, ...]
    yours: tuple[float | None, ...]
    expected: tuple[float | None, ...]


class Diagnosis(Model):
    """``case`` is the name of the test looked at, ``public`` whether its values may be shown.

    ``first_divergence`` is None where every step that was found is right; ``also`` are further
    mistakes, independent of it.  ``relation`` says in a sentence how the first wrong value relates
    to the right one.  ``reason`` says why nothing is known.  ``compared`` is there on a public case
    for values of at most ``MOST_SHOWN`` elements.
    """

    case: str
    public: bool
    first_divergence: Divergence | None = None
    also: tuple[Divergence, ...] = ()
    steps: tuple[StepFinding, ...] = ()
    pitfalls: tuple[PitfallFound, ...] = ()
    relation: str | None = None
    confidence: Confidence = Confidence.UNKNOWN
    reason: str | None = None
    compared: Compared | None = None

    def without_values(self) -> Diagnosis:
        """What may be told of a hidden test: the first wrong step and its line, and known mistakes.

        Not the other steps: code can choose the line of each by what the test gave it.
        """
        nothing = {"also": (), "steps": (), "relation": None, "compared": None}
        return self.model_copy(update=nothing)
