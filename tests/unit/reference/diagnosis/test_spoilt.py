"""Inputs of a step that were right until something more was done to them."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.search import Search
from reference.diagnosis.spoilt import Spoilt
from tests.builders.traces import Tracing, recorded, small_model

MODEL = small_model()
SCALED = MODEL.expected["scaled"]


def traced(spoilt, line=7):
    tracing = Tracing().made(MODEL.expected["centred"], 2).made(SCALED, 3)
    squared = spoilt**2
    return tracing.made(spoilt, line).made(squared, 8).made(squared.sum(-1), 9), squared.sum(-1)


def best(spoilt):
    tracing, output = traced(spoilt)
    return Search(MODEL, recorded(tracing), output, lambda: False).best()


@pytest.mark.parametrize(
    "spoilt",
    [
        SCALED.reshape(3, 2, 4).swapaxes(0, 1),
        SCALED.swapaxes(0, 1).reshape(2, 3, 4),
        SCALED * 3,
        SCALED + np.arange(4.0),
    ],
)
def test_a_value_that_was_right_and_then_changed_is_the_mistake(spoilt):
    found = best(spoilt)
    assert set(found.given) == {"scaled"}
    np.testing.assert_allclose(found.given["scaled"].value, spoilt)
    assert (found.explained, found.spoilt) == (True, 1)


def inputs(tracing, late):
    seen = recorded(tracing)
    start = Search(MODEL, seen, None, lambda: False).hypothesis({})
    spoilt = Spoilt(MODEL, seen, lambda: late)
    return list(
        spoilt.inputs(
            "squared", start.values, start.found, lambda _, value: MODEL.find(value, seen)
        )
    )


def test_the_input_with_which_a_step_comes_out_as_recorded_is_given():
    tracing, _ = traced(SCALED * 3)
    assert [set(added) for added in inputs(tracing, late=False)] == [{"scaled"}]


def test_nothing_is_tried_when_time_is_up():
    tracing, _ = traced(SCALED * 3)
    assert inputs(tracing, late=True) == []


def test_where_nothing_more_was_done_nothing_is_spoilt():
    tracing = Tracing().made(MODEL.expected["centred"], 2).made(SCALED, 3)
    assert inputs(tracing.made(np.exp(SCALED), 8), late=False) == []
