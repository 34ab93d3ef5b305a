"""What may be told of a diagnosis on a hidden test."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.domain.diagnosis import Compared, StepFinding
from app.domain.roles import Role
from tests.builders.diagnoses import diagnosis
from tests.builders.reports import accepted_report

telling = st.floats(1e6, 1e9).map(lambda number: number + 0.5)


def reported(**changes):
    return accepted_report().model_copy(update={"diagnosis": diagnosis(**changes)})


@given(error=telling, values=st.lists(telling, min_size=2, max_size=2), length=st.just(987_654))
def test_a_learner_sees_no_number_of_a_hidden_tests_values(error, values, length):
    finding = StepFinding(step="total", state="first", line=2, shape=(length,), max_abs_error=error)
    compared = Compared(step="total", shape=(2,), yours=tuple(values), expected=tuple(values))
    relation = f"Your value is the expected one times {error}."
    report = reported(public=False, steps=(finding,), relation=relation, compared=compared)
    seen = report.seen_by(Role.LEARNER).model_dump_json()
    stored = report.model_dump_json()
    for number in (error, length, *values):
        assert str(number) in stored
        assert str(number) not in seen


def test_the_first_wrong_step_and_known_mistakes_of_a_hidden_test_are_told():
    whole = diagnosis(public=False)
    seen = reported(public=False).seen_by(Role.LEARNER).diagnosis
    assert seen.first_divergence == whole.first_divergence
    assert seen.pitfalls == whole.pitfalls
    # Code can choose each step's line by what the test gave it.
    assert (seen.steps, seen.also) == ((), ())


def test_of_a_public_test_everything_is_told():
    assert reported().seen_by(Role.LEARNER).diagnosis == diagnosis()
