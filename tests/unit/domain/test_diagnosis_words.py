"""What is said of a diagnosis."""

from __future__ import annotations

import pytest

from app.domain.diagnosis import Diagnosis, StepFinding, StepState
from app.domain.diagnosis_words import (
    STATE_WORDS,
    first_wrong,
    heading,
    nothing_wrong_found,
    pitfall_title,
    remarks,
    worth_showing,
)
from tests.builders.diagnoses import diagnosis, divergence

NOTHING = Diagnosis(case="trace case", public=True)


def steps(*states: StepState) -> tuple[StepFinding, ...]:
    return tuple(StepFinding(step=f"s{at}", state=state) for at, state in enumerate(states))


def test_every_state_has_words() -> None:
    assert set(STATE_WORDS) == set(StepState)
    assert len(set(STATE_WORDS.values())) == len(StepState)


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        ("certain", "“Product” is the first step that goes wrong."),
        ("likely", "“Product” is probably the first step that goes wrong."),
    ],
)
def test_what_is_not_certain_is_only_probable(confidence: str, said: str) -> None:
    assert first_wrong(diagnosis(confidence=confidence), divergence()) == said


def test_a_run_that_broke_off_is_said_to_have() -> None:
    broken = divergence().model_copy(update={"column": None})
    said = "the code breaks off here, before “Product” is there."
    assert first_wrong(diagnosis(confidence="likely"), broken) == said


def test_a_known_mistake_at_another_line_says_so() -> None:
    found = diagnosis()
    (pitfall,) = found.pitfalls
    assert pitfall_title(found, pitfall) == pitfall.title
    elsewhere = pitfall.model_copy(update={"line": 77})
    assert pitfall_title(found, elsewhere) == f"{pitfall.title} (line 77)"


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ((), ""),
        ((StepState.NOT_FOUND,), ""),
        ((StepState.MATCH,), "Every step is right: look at what is returned."),
        (
            (StepState.MATCH, StepState.NOT_FOUND),
            "1 of 2 steps is right. The other one was not found.",
        ),
        (
            (StepState.MATCH, StepState.MATCH, StepState.NOT_FOUND, StepState.NOT_FOUND),
            "2 of 4 steps are right. The others were not found.",
        ),
    ],
)
def test_without_a_mistake_the_right_steps_are_counted(
    states: tuple[StepState, ...], said: str
) -> None:
    found = NOTHING.model_copy(update={"steps": steps(*states)})
    assert nothing_wrong_found(found) == said
    assert worth_showing(found) == bool(said)
    assert heading(found) == ("How far it is right" if said else "Where it first goes wrong")


def test_that_all_else_is_right_is_said_of_a_single_mistake_alone() -> None:
    right = "Given this value, everything after it is right."
    early = divergence(step="total")
    assert list(remarks(diagnosis(first_divergence=early))) == [right]
    assert right not in remarks(diagnosis(first_divergence=early, also=(divergence(line=1),)))
    assert right not in remarks(diagnosis(first_divergence=divergence(isolated=False)))
    assert right not in remarks(diagnosis()), "nothing comes after the last step"


def test_a_hidden_test_is_said_to_be_one() -> None:
    assert any("hidden test" in said for said in remarks(diagnosis(public=False)))


def test_a_reason_alone_is_worth_showing() -> None:
    assert not worth_showing(NOTHING)
    assert worth_showing(NOTHING.model_copy(update={"reason": "why"}))
    assert list(remarks(NOTHING.model_copy(update={"reason": "why"}))) == ["why"]
