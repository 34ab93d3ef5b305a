"""Where a wrong solution first goes wrong, as the results pane shows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from app.domain.diagnosis import Diagnosis, Divergence, PitfallFound, StepFinding, StepState
from app.domain.diagnosis_words import (
    STATE_WORDS,
    also_wrong,
    first_wrong,
    heading,
    nothing_wrong_found,
    pitfall_title,
    remarks,
    worth_showing,
)
from app.domain.excerpt import MarkedLine, excerpt
from app.domain.problem import ProblemSpec
from app.domain.visible import harmless
from app.web.views.heat import HeatView, heat_view
from app.web.views.wording import sentence, shape, typographic

EXCERPT_LINES = 4


@dataclass(frozen=True, slots=True)
class MistakeView:
    """An expression that goes wrong; ``call_line`` is 0 where it is the line itself."""

    says: str
    line: int
    lines: tuple[MarkedLine, ...]
    call_line: int


@dataclass(frozen=True, slots=True)
class PitfallView:
    """A known mistake; ``theory`` is the address of what the theory says of it, or empty."""

    title: str
    message: str
    theory: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of the rail; ``heat`` is drawn under the step that it shows."""

    title: str
    state: str
    words: str
    line: int
    shape: Markup
    heat: HeatView | None


@dataclass(frozen=True, slots=True)
class DiagnosisView:
    """``legend`` explains the marks that occur: (state, words)."""

    title: str
    first: MistakeView | None
    says: tuple[str, ...]
    also: tuple[MistakeView, ...]
    pitfalls: tuple[PitfallView, ...]
    steps: tuple[StepRow, ...]
    legend: tuple[tuple[str, str], ...]


def diagnosis_view(
    diagnosis: Diagnosis | None, spec: ProblemSpec, source: str
) -> DiagnosisView | None:
    """None where there is nothing to say; ``source`` is what was graded."""
    if diagnosis is None or not worth_showing(diagnosis):
        return None
    first = diagnosis.first_divergence
    said = (diagnosis.relation or "", *remarks(diagnosis))
    if first is None:
        said = (nothing_wrong_found(diagnosis), *said)
    return DiagnosisView(
        title=heading(diagnosis),
        first=_mistake(first, source, first_wrong(diagnosis, first)) if first else None,
        says=tuple(typographic(harmless(text)) for text in said if text),
        also=tuple(_mistake(other, source, also_wrong(other)) for other in diagnosis.also),
        pitfalls=tuple(_pitfall(diagnosis, pitfall, spec) for pitfall in diagnosis.pitfalls),
        steps=tuple(_steps(diagnosis, spec)),
        legend=tuple(_legend(diagnosis.steps)),
    )


def _mistake(at: Divergence, source: str, says: str) -> MistakeView:
    elsewhere = at.call_line if at.call_line != at.line else None
    return MistakeView(says, at.line or 0, excerpt(source, at, EXCERPT_LINES), elsewhere or 0)


def _pitfall(diagnosis: Diagnosis, found: PitfallFound, spec: ProblemSpec) -> PitfallView:
    anchor = next((text.theory for text in spec.pitfalls if text.id == found.id), None)
    theory = f"#theory-{anchor}" if anchor else ""
    return PitfallView(pitfall_title(diagnosis, found), sentence(found.message), theory)


def _steps(diagnosis: Diagnosis, spec: ProblemSpec) -> Iterator[StepRow]:
    texts = {step.id: step for step in spec.steps}
    compared = diagnosis.compared
    for step in diagnosis.steps:
        text = texts.get(step.step)
        heat = None
        if compared and text and compared.step == step.step:
            heat = heat_view(compared, text.shape, spec.dimensions)
        yield StepRow(
            title=text.title if text else step.step,
            state=_state(step),
            words=STATE_WORDS[step.state],
            line=step.line or 0,
            shape=shape(step.shape or ()),
            heat=heat,
        )


def _state(step: StepFinding) -> str:
    """The class of its mark."""
    return step.state.value.replace("_", "-")


def _legend(steps: tuple[StepFinding, ...]) -> Iterator[tuple[str, str]]:
    present = {step.state: _state(step) for step in steps}
    return ((present[state], STATE_WORDS[state]) for state in StepState if state in present)
