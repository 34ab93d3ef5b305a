"""The reference as the search asks it."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.layouts import pairs_of
from reference.diagnosis.model import Model
from reference.steps import Graph, StepFailed
from tests.builders.traces import INPUTS, LENGTHS, Tracing, X, recorded, small_model

MODEL = small_model()
SCALED = MODEL.expected["scaled"]


def test_steps_know_what_follows_from_them_and_what_they_follow_from():
    assert MODEL.ids == ["centred", "scaled", "squared", "output"]
    assert MODEL.children["scaled"] == ["squared"]
    assert MODEL.ancestors["squared"] == {"centred", "scaled"}


def test_what_follows_from_a_value_is_computed_and_the_rest_is_kept():
    found = MODEL.evaluate({"scaled": SCALED * 2}, MODEL.expected)
    assert found["centred"] is MODEL.expected["centred"]
    np.testing.assert_allclose(found["output"], MODEL.expected["output"] * 4)


def test_a_step_that_cannot_be_computed_is_none():
    assert MODEL.run("output", {**MODEL.expected, "squared": np.array("text")}) is None
    with pytest.raises(StepFailed):
        MODEL.evaluate({"squared": np.array("text")})


@pytest.mark.parametrize(
    "kept",
    [
        SCALED,
        SCALED.transpose(1, 2, 0),
        SCALED.reshape(6, 4),
        SCALED.reshape(2, 1, 3, 4),
        SCALED.ravel(),
        SCALED + 1e-12,
    ],
)
def test_a_value_is_found_in_whatever_layout(kept):
    place = MODEL.find(SCALED, recorded(Tracing().made(kept, 5)))
    assert place is not None
    np.testing.assert_allclose(place.value, SCALED)
    assert MODEL.holds(place.candidate, SCALED)


@pytest.mark.parametrize("kept", [SCALED.reshape(2, 4, 3), SCALED[::-1], SCALED + 1e-3])
def test_other_numbers_or_a_wrong_reshape_are_not_it(kept):
    assert MODEL.find(SCALED, recorded(Tracing().made(kept, 5))) is None


def test_a_wrong_reshape_is_known_to_hold_the_same_numbers():
    wrong = recorded(Tracing().made(SCALED.reshape(2, 4, 3), 5))
    found = MODEL.rearranged(SCALED, wrong)
    assert found
    assert {place.candidate.record for place in found} == {0}
    assert MODEL.rearranged(SCALED, recorded(Tracing().made(SCALED.T, 5))) == []


@pytest.mark.parametrize(
    "value", [np.ones((2, 3, 4)), np.zeros((2, 3, 4)), np.full((2, 3, 4), np.nan)]
)
def test_an_array_of_one_number_and_one_that_is_not_finite_say_nothing(value):
    assert MODEL.find(value, recorded(Tracing().made(value, 5))) is None


def test_the_first_that_was_made_is_found():
    place = MODEL.find(SCALED, recorded(Tracing().made(X, 3).made(SCALED, 4).made(SCALED, 5)))
    assert place.candidate.record == 1


def test_numbers_that_are_not_finite_are_not_close():
    assert not MODEL.close(np.array([1.0, np.nan]), np.array([1.0, 2.0]))
    assert not MODEL.close(None, np.array([1.0]))
    assert not MODEL.close(np.array([1.0]), np.array([[1.0]]))


def test_a_looser_model_takes_more_for_equal():
    near = SCALED + 1e-5
    assert not MODEL.close(near, SCALED)
    assert MODEL.with_tolerance(1e-4).close(near, SCALED)


def test_on_other_inputs_the_same_reference_gives_other_values():
    other = MODEL.on({**INPUTS, "factor": 3.5})
    np.testing.assert_allclose(other.expected["scaled"], SCALED * 2)


def test_a_reference_that_fails_on_its_inputs_says_so():
    graph = Graph(inputs=("x",), output="output")
    graph.step("output", lambda x: x @ x)
    with pytest.raises(StepFailed):
        Model(graph, {"x": X}, pairs_of(LENGTHS), 1e-7, 1e-9)
