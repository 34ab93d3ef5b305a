"""From the facts of a search, which a stranger may have written, to a diagnosis."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.diagnosed import FactsInvalid, diagnosed
from app.domain.diagnosis import MOST_SHOWN, Diagnosis
from tests.builders.problem import scaled_sum

PROBLEM = scaled_sum()


def mistake(**changes):
    fields = {
        "step": "output",
        "span": [3, 4, 3, 9],
        "call": [5, 0, 5, 8],
        "isolated": True,
        "relation": {"kind": "factor", "factor": 0.8},
        "yours": np.array([1.0, np.nan]),
        "expected": np.array([1.25, 2.0]),
    }
    return fields | changes


def step(id, state, **changes):
    return {"id": id, "state": state, "line": 2, "shape": [2], "error": 0.25} | changes


def facts(**changes):
    fields = {
        "steps": [step("total", "match"), step("output", "first", line=3)],
        "mistakes": [mistake()],
        "pitfalls": [{"id": "no-factor", "variant": None, "step": "output"}],
        "next": "output",
        "explained": True,
        "complete": True,
        "right": False,
    }
    return fields | changes


def read(told, *, public=True, broke=None):
    return diagnosed(told, PROBLEM, {"N": 2, "D": 3}, "the case", public=public, broke=broke)


def test_facts_become_a_diagnosis():
    found = read(facts())
    first = found.first_divergence
    assert (first.step, first.title, first.isolated) == ("output", "Product", True)
    assert (first.line, first.column, first.end_line, first.end_column) == (3, 4, 3, 9)
    assert first.call_line == 5
    assert [(s.step, s.state, s.line, s.shape, s.max_abs_error) for s in found.steps] == [
        ("total", "match", 2, (2,), 0.25),
        ("output", "first", 3, (2,), 0.25),
    ]
    (pitfall,) = found.pitfalls
    assert (pitfall.id, pitfall.title, pitfall.line) == ("no-factor", "No factor", 3)
    assert found.relation == "Your value is the expected one times 0.8."
    assert found.compared.yours == (1.0, None)
    assert found.compared.expected == (1.25, 2.0)
    assert (found.case, found.public, found.confidence) == ("the case", True, "certain")


def test_of_a_hidden_test_no_shape_value_error_or_relation_is_told():
    found = read(facts(), public=False)
    assert found.first_divergence.line == 3
    assert (found.steps, found.also) == ((), ())
    assert (found.relation, found.compared) == (None, None)
    assert found == found.without_values()


def test_mistakes_at_one_expression_are_one():
    told = [
        mistake(step="total"),
        mistake(),
        mistake(span=[7, 0, 7, 3]),
        mistake(span=[7, 0, 7, 3]),
    ]
    found = read(facts(mistakes=told))
    assert found.first_divergence.step == "total"
    assert [other.line for other in found.also] == [7]


def test_mistakes_that_stand_nowhere_stay_apart():
    nowhere = mistake(span=[-1] * 4, call=[-1] * 4)
    found = read(facts(mistakes=[nowhere, mistake(step="total", span=[-1] * 4, call=[-1] * 4)]))
    first = found.first_divergence
    assert {first.line, first.column, first.end_line, first.end_column, first.call_line} == {None}
    assert [other.step for other in found.also] == ["total"]


@pytest.mark.parametrize(
    ("changes", "confidence"),
    [
        ({}, "certain"),
        ({"explained": False}, "likely"),
        ({"explained": 1}, "likely"),
        ({"mistakes": [mistake(isolated=False)]}, "likely"),
        ({"mistakes": [], "pitfalls": []}, "unknown"),
    ],
)
def test_it_is_certain_only_if_all_follows_from_what_is_said(changes, confidence):
    assert read(facts(**changes)).confidence == confidence


def test_a_run_that_broke_off_where_all_was_right_goes_wrong_at_the_next_step():
    found = read(facts(mistakes=[], pitfalls=[]), broke=(4, 9))
    first = found.first_divergence
    assert (first.step, first.line, first.call_line, first.column) == ("output", 4, 9, None)
    assert (first.isolated, found.confidence, found.relation) == (False, "likely", None)


def test_a_mistake_before_the_run_broke_off_comes_first():
    assert read(facts(), broke=(4, 9)).first_divergence.line == 3


def test_a_run_that_broke_off_after_the_last_step_has_no_divergence():
    told = facts(mistakes=[], pitfalls=[], next=None)
    assert read(told, broke=(4, 9)).first_divergence is None


@pytest.mark.parametrize(
    "array",
    [None, np.zeros(0), np.zeros(MOST_SHOWN + 1), np.zeros((2, 1)), "text", 3.0],
)
def test_what_cannot_be_shown_beside_the_right_value_is_not(array):
    assert read(facts(mistakes=[mistake(yours=array)])).compared is None


def test_a_pitfall_is_named_once():
    twice = [{"id": "no-factor", "variant": v, "step": "output"} for v in ("one", "other")]
    assert len(read(facts(pitfalls=twice)).pitfalls) == 1


def test_a_step_that_was_not_found_has_no_line():
    told = facts(steps=[step("total", "not_found", line=-1, shape=[], error=None)])
    (found,) = read(told).steps
    assert (found.line, found.shape, found.max_abs_error) == (None, None, None)


@pytest.mark.parametrize(
    "told",
    [
        None,
        "text",
        [],
        {},
        facts(steps=None),
        facts(steps=[{}]),
        facts(steps=[step("unheard of", "match")]),
        facts(steps=[step("total", "unheard of")]),
        facts(steps=[step("total", "match", line="no")]),
        facts(steps=[step("total", "match", error="no")]),
        facts(steps=[step("total", "match", error=[])]),
        facts(steps=[step("total", "match", error=float("inf"))]),
        facts(steps=[step("total", "match", line=float("inf"))]),
        facts(mistakes=[mistake(step="unheard of")]),
        facts(mistakes=[mistake(step=["a", "list"])]),
        facts(mistakes=[mistake(span=[1, 2])]),
        facts(mistakes=[mistake(span=None)]),
        facts(mistakes=[mistake(call=[])]),
        facts(mistakes=[mistake(relation=None)]),
        facts(mistakes=[mistake(relation={"kind": "factor"})]),
        facts(mistakes=[mistake(relation={"kind": "factor", "factor": "much"})]),
        facts(mistakes=[mistake(relation={"kind": "reversed"})]),
        facts(mistakes=[mistake(relation={"kind": "rolled", "axes": 1})]),
        facts(mistakes=[mistake(span=[float("inf"), 0, 0, 0])]),
        facts(pitfalls=[{"id": "unheard of", "step": "output"}]),
        facts(mistakes=[mistake(yours=np.array(["a", "b"]))]),
    ],
    ids=lambda told: None,
)
def test_what_is_no_answer_is_refused(told):
    with pytest.raises(FactsInvalid):
        read(told)


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.just(np.ones(2)),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


def places(tree, path=()):
    """Every path in the facts."""
    yield path
    if isinstance(tree, dict | list):
        for key, inner in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from places(inner, (*path, key))


PLACES = [path for path in places(facts()) if path]


@given(path=st.sampled_from(PLACES), value=junk, public=st.booleans())
def test_nothing_that_stands_anywhere_breaks_more_than_the_diagnosis(path, value, public):
    told = copy.deepcopy(facts())
    inner = told
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    try:
        found = read(told, public=public, broke=(4, 9))
    except FactsInvalid:
        return
    stored = found.model_dump_json()
    assert Diagnosis.model_validate_json(stored) == found
    json.loads(stored, parse_constant=pytest.fail)
    assert public or found == found.without_values()
