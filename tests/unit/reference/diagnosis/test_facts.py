"""What is told of an explanation."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.facts import Facts
from reference.diagnosis.search import Search
from reference.steps import Graph
from tests.builders.traces import INPUTS, Tracing, X, recorded, small_model

MODEL = small_model()
RIGHT = MODEL.expected


def told(tracing, output, *, model=MODEL, pitfalls=(), finished=True):
    seen = recorded(tracing, model)
    best = Search(model, seen, output, lambda: False).best()
    return Facts(model, seen, best).told(list(pitfalls), output, finished=finished)


def following(scaled, tracing):
    squared = scaled**2
    tracing.made(squared, 8).made(squared.sum(-1), 9)
    return squared.sum(-1)


def test_a_value_is_told_where_it_was_first_made():
    tracing = Tracing().made(RIGHT["centred"], 2).made(RIGHT["scaled"], 3)
    tracing.made(RIGHT["scaled"].T, 4)
    output = following(RIGHT["scaled"], tracing)
    lines = {step["id"]: step["line"] for step in told(tracing, output)["steps"]}
    assert lines == {"centred": 2, "scaled": 3, "squared": 8, "output": 9}


def test_a_value_of_a_helper_is_told_with_the_line_that_led_there():
    tracing = Tracing().made(RIGHT["centred"], 2)
    call = tracing.called(3)
    wrong = RIGHT["centred"] / 1.75
    tracing.made(wrong, 20, call=call).made(wrong, 3)
    (mistake,) = told(tracing, following(wrong, tracing))["mistakes"]
    assert (mistake["span"][0], mistake["call"][0]) == (20, 3)


def test_the_shape_is_the_learners_and_the_error_in_the_references_layout():
    wrong = RIGHT["scaled"].copy()
    wrong[0, 0, 0] += 0.5
    tracing = Tracing().made(RIGHT["centred"], 2).made(wrong.T, 3)
    step = told(tracing, following(wrong, tracing))["steps"][1]
    assert (step["state"], step["shape"]) == ("first", [4, 3, 2])
    assert step["error"] == pytest.approx(0.5)


def test_a_value_that_is_recorded_only_in_part_has_no_error():
    tracing = Tracing().made(RIGHT["centred"][0], 2)
    step = told(tracing, None, finished=False)["steps"][0]
    assert (step["state"], step["shape"], step["error"]) == ("match", [3, 4], None)


def test_a_missing_operation_stands_where_the_value_was_used_instead():
    tracing = Tracing().made(RIGHT["centred"], 2)
    (mistake,) = told(tracing, following(RIGHT["centred"], tracing))["mistakes"]
    assert mistake["step"] == "scaled"
    assert mistake["relation"] == {"kind": "same_as", "other": "centred"}
    assert mistake["span"][0] == 8


def test_large_values_are_not_shown():
    graph = Graph(inputs=("x",), output="output")
    graph.step("output", lambda x: x * 2.0)
    graph.check()
    large = np.random.default_rng(2).standard_normal((65, 64))
    model = type(MODEL)(graph, {"x": large}, MODEL.pairs, 1e-7, 1e-9)
    tracing = Tracing().made(np.tanh(large), 2)
    (mistake,) = told(tracing, np.tanh(large), model=model)["mistakes"]
    assert (mistake["yours"], mistake["expected"]) == (None, None)


def test_no_output_where_all_was_right_is_the_last_steps_mistake():
    tracing = Tracing()
    for line, step in enumerate(MODEL.ids, 2):
        tracing.made(RIGHT[step], line)
    (mistake,) = told(tracing, None)["mistakes"]
    assert (mistake["step"], mistake["span"][0], mistake["isolated"]) == ("output", 5, False)
    assert told(tracing, None, finished=False)["mistakes"] == []


def test_a_known_mistake_of_which_nothing_was_recorded_is_a_mistake_all_the_same():
    pitfall = {"id": "mean", "variant": None, "step": "output"}
    output = RIGHT["output"] / 4
    facts = told(Tracing(), output, pitfalls=[pitfall])
    assert [mistake["step"] for mistake in facts["mistakes"]] == ["output"]


@pytest.mark.parametrize(
    ("made", "following_step"),
    [((), "centred"), (("centred",), "scaled"), (("squared",), "output")],
)
def test_the_next_step_is_the_first_that_was_not_made(made, following_step):
    tracing = Tracing()
    for line, step in enumerate(made, 2):
        tracing.made(RIGHT[step], line)
    assert told(tracing, None, finished=False)["next"] == following_step


def test_an_argument_has_no_line():
    assert INPUTS["x"] is X
    facts = told(Tracing().made(RIGHT["output"], 9), RIGHT["output"])
    assert [step["line"] for step in facts["steps"]] == [-1, -1, -1, 9]
