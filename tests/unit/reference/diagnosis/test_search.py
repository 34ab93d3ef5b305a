"""Mistakes in steps that meet: queries and keys that make scores."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.layouts import pairs_of
from reference.diagnosis.model import Model
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.search import Search
from reference.steps import Graph
from tests.builders.traces import Tracing

RANDOM = np.random.default_rng(8)
INPUTS = {
    "x": RANDOM.standard_normal((2, 3, 4)),
    "wq": RANDOM.standard_normal((4, 4)),
    "wk": RANDOM.standard_normal((4, 4)),
}


def attention():
    graph = Graph(inputs=("x", "wq", "wk"), output="output")
    graph.step("q", lambda x, w: x @ w, w="wq")
    graph.step("k", lambda x, w: x @ w, w="wk")
    graph.step("scores", lambda q, k: q @ k.swapaxes(1, 2))
    graph.step("output", lambda scores: np.exp(scores / 10))
    graph.check()
    return graph


MODEL = Model(attention(), INPUTS, pairs_of((2, 3, 4)), 1e-7, 1e-9)
Q, K = MODEL.expected["q"], MODEL.expected["k"]


def computed(q, k):
    scores = q @ k.swapaxes(1, 2)
    return scores, np.exp(scores / 10)


def searched(tracing, output, late=lambda: False):
    sizes = {value.size for value in MODEL.expected.values()} | {12, 4, 9, 3}
    recorded = Recorded(tracing.trace(), sizes, INPUTS)
    return Search(MODEL, recorded, output, late).best()


def whole(q, k):
    scores, output = computed(q, k)
    tracing = Tracing().made(q, 2).made(k, 3).made(scores, 4).made(output, 5)
    return tracing, output


def test_of_a_right_solution_all_is_found_and_nothing_given():
    best = searched(*whole(Q, K))
    assert (dict(best.given), best.explained, best.complete) == ({}, True, True)
    assert all(best.found.values())


@pytest.mark.parametrize(
    ("q", "k", "wrong"),
    [
        (Q / 3, K, {"q"}),
        (Q, np.tanh(K), {"k"}),
        (np.tanh(Q), np.tanh(K), {"q", "k"}),
    ],
)
def test_the_fewest_mistakes_that_explain_everything_are_given(q, k, wrong):
    best = searched(*whole(q, k))
    assert set(best.given) == wrong
    assert best.explained


def test_queries_and_keys_made_in_turns_at_one_place_are_found():
    scores, output = computed(Q, K)
    tracing = Tracing()
    for image in range(2):
        tracing.made(Q[image], 2).made(K[image], 2)
    best = searched(tracing.made(scores, 4), output)
    assert dict(best.given) == {}
    assert best.found["q"].candidate.pieces == best.found["k"].candidate.pieces == 2


def test_a_helper_called_twice_makes_both():
    scores, output = computed(Q, np.tanh(K))
    tracing = Tracing()
    for line, value in ((2, Q), (3, np.tanh(K))):
        call = tracing.called(line)
        tracing.made(value, 20, call=call)
    best = searched(tracing.made(scores, 4), output)
    assert set(best.given) == {"k"}


def test_features_as_rows_are_no_mistake():
    scores, output = computed(Q, K)
    tracing = Tracing().made(Q.transpose(2, 0, 1), 2).made(K.reshape(6, 4).T, 3)
    best = searched(tracing.made(scores.swapaxes(0, 2), 4).made(output, 5), output)
    assert dict(best.given) == {}
    assert best.complete


def test_a_wrong_output_alone_is_the_output_steps():
    scores, _ = computed(Q, K)
    wrong = np.exp(scores / 9)
    tracing = Tracing().made(Q, 2).made(K, 3).made(scores, 4).made(wrong, 5)
    assert set(searched(tracing, wrong).given) == {"output"}


def test_values_that_nothing_follows_from_are_not_blamed():
    _, output = computed(Q, K)
    tracing = Tracing().made(Q, 2).made(np.cos(K), 9).made(K, 3).made(output, 5)
    assert dict(searched(tracing, output).given) == {}


@pytest.mark.parametrize("stop", [1, 2, 5])
def test_a_search_whose_time_is_up_gives_what_it_has(stop):
    calls = iter(range(1000))
    best = searched(*whole(np.tanh(Q), np.tanh(K)), late=lambda: next(calls) >= stop - 1)
    assert set(best.given) <= {"q", "k"}
    assert set(best.found) | set(best.given) == set(MODEL.ids)


def test_nothing_recorded_is_no_mistake():
    best = searched(Tracing(), computed(np.tanh(Q), K)[1])
    assert (dict(best.given), best.explained) == ({}, False)


def other_route():
    graph = attention()
    graph.equivalents["q"] = [lambda q: q / 10]
    graph.equivalents["scores"] = [lambda scores: scores / 10, lambda missing: missing]
    return Model(graph, INPUTS, pairs_of((2, 3, 4)), 1e-7, 1e-9)


def test_what_does_for_a_step_on_another_right_route_is_that_step():
    scores, output = computed(Q, K)
    model = other_route()
    tracing = Tracing().made(Q / 10, 2).made(K, 3).made(scores / 10, 4).made(output, 5)
    recorded = Recorded(tracing.trace(), {24, 18}, INPUTS)
    best = Search(model, recorded, output, lambda: False).best()
    assert dict(best.given) == {}
    lines = {step: place.candidate.record for step, place in best.found.items()}
    assert lines == {"q": 0, "k": 1, "scores": 2, "output": 3}


def test_who_is_on_another_right_route_is_not_blamed_for_it_when_the_next_step_is_wrong():
    scores, output = computed(Q, K)
    wrong = output * 2
    tracing = Tracing().made(Q / 10, 2).made(K, 3).made(scores / 10, 4).made(wrong, 5)
    recorded = Recorded(tracing.trace(), {24, 18}, INPUTS)
    best = Search(other_route(), recorded, wrong, lambda: False).best()
    assert set(best.given) == {"output"}


def test_an_equivalent_that_cannot_be_computed_is_none():
    assert len(other_route().equivalents("scores", MODEL.expected)) == 1
    assert MODEL.equivalents("scores", MODEL.expected) == []
