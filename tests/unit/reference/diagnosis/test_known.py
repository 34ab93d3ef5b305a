"""Which known mistakes are named."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis import known
from reference.diagnosis.layouts import pairs_of
from reference.diagnosis.model import Model
from reference.diagnosis.search import Search
from reference.steps import Graph
from tests.builders.traces import INPUTS, LENGTHS, Tracing, recorded, small_model

MODEL = small_model()


def outcome(pitfall, variant=None, model=MODEL):
    return model.graph.evaluate(model.inputs, pitfall=pitfall, variant=variant)


def traced(values):
    tracing = Tracing()
    for line, value in enumerate(values.values(), 2):
        tracing.made(value, line)
    return tracing


def named(values, model=MODEL, output=None, checks=()):
    output = values["output"] if output is None else output
    best = Search(model, recorded(traced(values), model), output, lambda: False).best()
    return [(it["id"], it["variant"]) for it in known.named(model, best, output, checks)]


@pytest.mark.parametrize(
    ("pitfall", "variant"),
    [("no-factor", None), ("wrong-power", "three"), ("wrong-power", "four"), ("mean", None)],
)
def test_a_mistake_explains_the_output_that_it_gives_and_no_other(pitfall, variant):
    output = outcome(pitfall, variant)["output"]
    assert list(known.explaining(MODEL, output)) == [(pitfall, variant)]
    assert named(outcome(pitfall, variant)) == [(pitfall, variant)]


def test_the_right_output_is_explained_by_none():
    assert list(known.explaining(MODEL, MODEL.expected["output"])) == []
    assert named(MODEL.expected) == []


def test_a_mistake_is_placed_where_its_value_was_recorded():
    values = outcome("wrong-power", "three")
    found = known.places(MODEL, recorded(traced(values)), "wrong-power", "three")
    assert {step: place.candidate.record for step, place in found.items()} == {"squared": 2}
    assert known.places(MODEL, recorded(Tracing()), "wrong-power", "three") is None


def test_a_mistake_that_almost_explains_is_not_named():
    values = dict(MODEL.expected)
    values["scaled"] = values["centred"] * 1.01
    values["squared"] = values["scaled"] ** 2
    values["output"] = values["squared"].sum(axis=-1)
    assert named({step: values[step] for step in MODEL.ids}) == []


@pytest.mark.parametrize(("holds", "expected"), [(True, [("mean", None)]), (False, [])])
def test_a_mistake_must_explain_other_outputs_as_well(holds, expected):
    inputs = {**INPUTS, "factor": 0.3}
    other = MODEL.graph.evaluate(inputs, pitfall="mean" if holds else None)["output"]
    assert named(outcome("mean"), checks=[{"inputs": inputs, "output": other}]) == expected


def test_mistakes_that_are_alike_on_all_inputs_are_all_named():
    graph = Graph(inputs=("x",), output="output")
    graph.step("output", lambda x: x.sum(axis=-1))
    graph.pitfall("mean", replaces="output")(lambda x: x.mean(axis=-1))
    graph.pitfall("over-four", replaces="output")(lambda x: x.sum(axis=-1) / 4)
    model = Model(graph, {"x": INPUTS["x"]}, pairs_of(LENGTHS), 1e-7, 1e-9)
    alike = named(outcome("mean", model=model), model)
    assert alike == [("mean", None), ("over-four", None)]
    inputs = {"x": INPUTS["x"][..., :3]}
    told_apart = {"inputs": inputs, "output": inputs["x"].mean(axis=-1)}
    assert named(outcome("mean", model=model), model, checks=[told_apart]) == [("mean", None)]


def test_a_step_that_is_passed_over_is_the_one_that_is_wrong():
    graph = Graph(inputs=("x",), output="output")
    graph.step("normed", lambda x: x / np.sqrt((x**2).sum(axis=-1, keepdims=True)))
    graph.step("shifted", lambda normed: np.cos(normed))
    graph.step("output", lambda shifted: np.exp(shifted))
    graph.rewire("no-cosine", "output", shifted="normed")
    model = Model(graph, {"x": INPUTS["x"]}, pairs_of(LENGTHS), 1e-7, 1e-9)
    values = outcome("no-cosine", model=model)
    del values["shifted"]
    seen = recorded(traced(values), model)
    assert set(known.places(model, seen, "no-cosine", None)) == {"shifted"}


def broken_off(values):
    del values["output"]
    best = Search(MODEL, recorded(traced(values)), None, lambda: False).best()
    return known.named(MODEL, best, None, [])


def test_of_a_run_that_broke_off_a_mistake_is_named_that_the_next_step_follows_from():
    told = broken_off(outcome("no-factor"))
    assert told == [{"id": "no-factor", "variant": None, "step": "scaled"}]


def test_of_a_run_that_broke_off_its_last_value_proves_no_mistake():
    assert broken_off(outcome("wrong-power", "three")) == []
