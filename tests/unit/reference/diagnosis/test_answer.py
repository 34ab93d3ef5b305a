"""Where a solution of a small graph goes wrong, told from traces made by hand."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from reference.diagnosis.answer import diagnose
from tests.builders.traces import INPUTS, LENGTHS, Tracing, X, small_graph

STEPS = ("centred", "scaled", "squared", "output")
LINES = {"centred": 2, "scaled": 3, "squared": 4, "output": 5}
OTHER = {"x": np.random.default_rng(9).standard_normal((2, 3, 4)), "factor": 0.5}


@pytest.fixture(autouse=True)
def module(monkeypatch):
    made = ModuleType("small")
    made.graph = small_graph()
    monkeypatch.setitem(sys.modules, "small", made)


def learner(x, factor, **wrong):
    """What a solution computes that does ``wrong`` for some steps."""
    right = {
        "centred": lambda x: x - x.mean(axis=-1, keepdims=True),
        "scaled": lambda centred: centred * factor,
        "squared": lambda scaled: scaled**2,
        "output": lambda squared: squared.sum(axis=-1),
    }
    value, made = x, {}
    for step in STEPS:
        value = made[step] = {**right, **wrong}[step](value)
    return made


def asked(tracing, output, **options):
    arguments = {
        "finished": True,
        "lengths": LENGTHS,
        "tolerance": {"rtol": 1e-7, "atol": 1e-9},
        "checks": [],
        "seconds": 60.0,
        **options,
    }
    return diagnose("small", INPUTS, output, trace=tracing.trace(), **arguments)


def traced(made, keep=STEPS, write=lambda value: value):
    tracing = Tracing()
    for step in keep:
        tracing.made(write(made[step]), LINES[step])
    return tracing


def told(*, keep=STEPS, checks=(), write=lambda value: value, **wrong):
    made = learner(**INPUTS, **wrong)
    others = [{"inputs": i, "output": learner(**i, **wrong)["output"]} for i in checks]
    return asked(traced(made, keep, write), made["output"], checks=others)


def blamed(facts):
    return [(mistake["step"], mistake["span"][0]) for mistake in facts["mistakes"]]


def states(facts):
    return [step["state"] for step in facts["steps"]]


def named(facts):
    return [(pitfall["id"], pitfall["variant"]) for pitfall in facts["pitfalls"]]


@pytest.mark.parametrize(
    "write",
    [
        lambda value: value,
        lambda value: np.moveaxis(value, 0, -1),
        lambda value: value.reshape(6, *value.shape[2:]),
    ],
)
def test_a_right_solution_is_never_accused(write):
    facts = told(write=write)
    assert states(facts) == ["match"] * 4
    assert [step["line"] for step in facts["steps"]] == [2, 3, 4, 5]
    assert (facts["mistakes"], facts["pitfalls"]) == ([], [])
    assert (facts["explained"], facts["right"]) == (True, True)


def test_a_right_solution_that_keeps_little_is_not_accused():
    facts = told(keep=("output",))
    assert states(facts) == ["not_found"] * 3 + ["match"]
    assert facts["mistakes"] == []


@pytest.mark.parametrize(
    ("step", "wrong"),
    [
        ("centred", lambda x: x - np.median(x, axis=-1, keepdims=True)),
        ("scaled", lambda centred: centred / 1.75),
        ("squared", lambda scaled: np.exp(scaled)),
        ("output", lambda squared: squared.max(axis=-1)),
    ],
)
def test_the_first_wrong_step_is_told_with_the_line_that_makes_it(step, wrong):
    facts = told(**{step: wrong})
    assert blamed(facts) == [(step, LINES[step])]
    at = STEPS.index(step)
    assert states(facts) == ["match"] * at + ["first"] + ["inherited"] * (3 - at)
    assert facts["mistakes"][0]["isolated"]
    assert facts["explained"]
    assert not facts["right"]
    assert facts["pitfalls"] == []


def test_two_independent_mistakes_are_both_told():
    wrong = {
        "centred": lambda x: x - np.median(x, axis=-1, keepdims=True),
        "squared": lambda scaled: np.exp(scaled),
    }
    assert blamed(told(**wrong)) == [("centred", 2), ("squared", 4)]


def test_the_mistake_is_shown_beside_what_was_right_given_the_learners_own_inputs():
    facts = told(scaled=lambda centred: centred / 1.75)
    (mistake,) = facts["mistakes"]
    assert mistake["relation"]["kind"] == "factor"
    assert mistake["relation"]["factor"] == pytest.approx(1.75**-2)
    np.testing.assert_allclose(mistake["expected"], mistake["yours"] * 1.75**2)


@pytest.mark.parametrize(
    ("step", "wrong", "pitfall"),
    [
        ("scaled", lambda centred: centred * 1.0, ("no-factor", None)),
        ("squared", lambda scaled: scaled**3, ("wrong-power", "three")),
        ("squared", lambda scaled: scaled**4, ("wrong-power", "four")),
        ("output", lambda squared: squared.mean(axis=-1), ("mean", None)),
    ],
)
def test_a_known_mistake_is_named(step, wrong, pitfall):
    facts = told(checks=[OTHER], **{step: wrong})
    assert named(facts) == [pitfall]
    assert facts["pitfalls"][0]["step"] == step


def test_a_known_mistake_that_does_not_explain_other_inputs_is_not_named():
    made = learner(**INPUTS, output=lambda squared: squared.mean(axis=-1))
    checks = [{"inputs": OTHER, "output": learner(**OTHER)["output"]}]
    facts = asked(traced(made), made["output"], checks=checks)
    assert blamed(facts) == [("output", 5)]
    assert facts["pitfalls"] == []


def test_known_mistakes_that_are_made_together_are_all_named():
    facts = told(
        checks=[OTHER],
        squared=lambda scaled: scaled**3,
        output=lambda squared: squared.mean(axis=-1),
    )
    assert blamed(facts) == [("squared", 4), ("output", 5)]
    assert named(facts) == [("wrong-power", "three"), ("mean", None)]


def test_short_numbers_are_told_as_such():
    def short(x):
        x = x.astype(np.float32)
        return x - x.mean(axis=-1, keepdims=True)

    made = learner(**INPUTS, centred=short)
    facts = asked(traced(made), made["output"], tolerance={"rtol": 1e-10, "atol": 1e-12})
    assert blamed(facts) == [("centred", 2)]
    assert states(facts)[0] == "first"
    assert named(facts) == [("short", None)]


def test_of_a_wrong_output_with_nothing_recorded_nothing_is_claimed():
    facts = asked(Tracing(), np.ones((2, 3)) * np.arange(3))
    assert (facts["mistakes"], facts["pitfalls"]) == ([], [])
    assert states(facts) == ["not_found"] * 4
    assert not facts["explained"]


def test_values_that_fit_nothing_are_not_claimed_to_be_steps():
    noise = np.random.default_rng(1)
    tracing = Tracing()
    for line in range(2, 12):
        tracing.made(noise.standard_normal((2, 3, 4)), line)
    facts = asked(tracing, noise.standard_normal((2, 3)))
    assert facts["pitfalls"] == []
    assert not any(mistake["isolated"] for mistake in facts["mistakes"])


def test_a_run_that_broke_off_shows_how_far_it_came():
    made = learner(**INPUTS)
    facts = asked(traced(made, STEPS[:2]), None, finished=False)
    assert states(facts) == ["match", "match", "not_found", "not_found"]
    assert (facts["mistakes"], facts["next"]) == ([], "squared")


def test_of_a_run_that_broke_off_the_first_image_counts():
    made = learner(**INPUTS)
    tracing = Tracing().made(made["centred"][0], 2).made(made["scaled"][0], 3)
    facts = asked(tracing, None, finished=False)
    assert states(facts)[:2] == ["match", "match"]
    assert facts["next"] == "squared"


def test_an_output_of_another_shape_is_told_where_it_was_made():
    made = learner(**INPUTS)
    tracing = traced(made).made(made["output"].T, 6)
    facts = asked(tracing, made["output"].T)
    assert blamed(facts) == [("output", 6)]
    assert not facts["mistakes"][0]["isolated"]


def test_an_input_spoilt_after_it_was_right_is_the_mistake():
    made = learner(**INPUTS)
    spoilt = made["scaled"].reshape(3, 2, 4).swapaxes(0, 1)
    squared = spoilt**2
    tracing = traced(made, STEPS[:2]).made(spoilt, 7).made(squared, 8).made(squared.sum(-1), 9)
    facts = asked(tracing, squared.sum(-1))
    assert blamed(facts) == [("scaled", 7)]
    assert facts["explained"]


def test_a_mistake_made_image_by_image_is_found():
    made = learner(**INPUTS, squared=np.exp)
    tracing = Tracing()
    for image in range(2):
        for step in STEPS:
            tracing.made(made[step][image], LINES[step])
    assert blamed(asked(tracing, made["output"])) == [("squared", 4)]


def test_a_value_that_is_not_finite_is_no_mistake_that_can_be_shown():
    facts = told(squared=lambda scaled: np.full_like(scaled, np.nan))
    assert states(facts)[:2] == ["match", "match"]
    assert facts["pitfalls"] == []


def test_when_time_is_up_what_is_known_is_told():
    made = learner(**INPUTS, squared=np.exp)
    facts = asked(traced(made), made["output"], seconds=-1.0)
    assert states(facts)[:2] == ["match", "match"]
    assert facts["mistakes"] == []


def test_an_argument_used_as_it_is_has_no_line_of_its_own():
    facts = told(keep=STEPS[1:], centred=lambda x: x)
    (mistake,) = facts["mistakes"]
    assert mistake["step"] == "centred"
    assert mistake["relation"] == {"kind": "same_as", "other": "x"}
    assert mistake["span"][0] == LINES["scaled"]


def test_a_module_without_a_graph_is_refused():
    with pytest.raises(LookupError, match="no graph"):
        diagnose("nowhere", INPUTS, X, True, Tracing().trace(), LENGTHS, {}, [], 1.0)
