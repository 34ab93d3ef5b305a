"""Softmax cross-entropy backward: its examples and submissions, and the strength of its tests."""

from __future__ import annotations

import io
import itertools
import runpy
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.cases import trace_case
from app.domain.problem import Example
from app.domain.proof import error_over_tolerance
from reference.answers import answer
from reference.softmax_cross_entropy_backward import graph
from tests.problems.softmax_cross_entropy_backward import (
    FOLDER,
    MODULE,
    cases,
    generic,
    output,
    problem,
)

ACCEPTED = sorted((FOLDER / "submissions" / "accepted").glob("*.py"))
STEPS = "shifted exponentials probabilities one_hot difference gradient".split()

# The best margin (error over tolerance) of each pitfall over the tests whose numbers are fixed,
# rounded down to a power of ten.
MARGINS = {
    "softmax-over-batch": 1e9,
    "softmax-over-all": 1e9,
    "no-softmax": 1e12,
    "softmax-twice": 1e9,
    "log-probabilities": 1e12,
    "labels-from-one": 1e9,
    "labels-not-paired": 1e9,
    "target-not-subtracted": 1e9,
    "sign-flipped": 1e9,
    "stops-at-probabilities": float("inf"),
    "diagonal-only": 1e9,
    "extra-derivative": 1e9,
    "no-batch-mean": 1e9,
    "mean-over-all": 1e9,
    "mean-over-classes": 1e9,
    "float32": 1e3,
}


@cache
def solution(path: Path) -> Any:
    return runpy.run_path(str(path))["softmax_cross_entropy_backward"]


def pitfalls(arguments: Any) -> dict[str, Any]:
    outputs: dict[str, Any] = answer(MODULE, "pitfalls", arguments, {})
    return outputs


def margin(actual: Any, expected: Any) -> float:
    return error_over_tolerance(actual, expected, problem().spec.tolerance)


@pytest.mark.parametrize("index", range(4))
def test_examples_are_true_to_the_printed_decimals(index: int) -> None:
    example: Example = problem().spec.examples[index]
    expected = output(cases()[index].arguments)
    assert np.abs(np.array(example.output) - expected).max() <= 0.5 * 10.0**-example.decimals


def test_the_last_example_shows_every_mistake_of_method() -> None:
    arguments = cases()[3].arguments
    wrong = {name: margin(value, output(arguments)) for name, value in pitfalls(arguments).items()}
    assert wrong.pop("float32") > 1
    assert min(wrong.values()) > 1e6


def test_steps_have_their_public_names_in_order() -> None:
    assert [step["id"] for step in graph.describe()["steps"]] == STEPS
    assert [step.id for step in problem().spec.steps] == STEPS


def test_the_trace_case_tells_steps_and_pitfalls_apart() -> None:
    arguments = trace_case(problem()).arguments
    assert len({*arguments["logits"].shape, 1}) == 3
    assert len(set(arguments["labels"].tolist())) == len(arguments["labels"])
    steps = answer(MODULE, "steps", arguments, {})
    assert all(steps[id].shape == arguments["logits"].shape for id in STEPS)
    for left, right in itertools.combinations(steps.values(), 2):
        assert not np.allclose(np.sort(left, axis=None), np.sort(right, axis=None))
    outputs = [steps["gradient"], *pitfalls(arguments).values()]
    for one, other in itertools.combinations(outputs, 2):
        assert margin(one, other) > 10


def test_every_pitfall_is_told_and_no_other() -> None:
    told = {pitfall.id for pitfall in problem().spec.pitfalls}
    assert told == {pitfall["id"] for pitfall in graph.describe()["pitfalls"]} == set(MARGINS)


@cache
def margins() -> dict[str, float]:
    best: dict[str, float] = {}
    for case in cases():
        if case.repeatable:
            expected = output(case.arguments)
            for name, wrong in pitfalls(case.arguments).items():
                best[name] = max(best.get(name, 0.0), margin(wrong, expected))
    return best


@pytest.mark.parametrize("pitfall", MARGINS)
def test_every_pitfall_is_caught_by_a_margin(pitfall: str) -> None:
    assert margins()[pitfall] >= MARGINS[pitfall] >= 100


@pytest.mark.parametrize("pitfall", [name for name in MARGINS if name != "float32"])
def test_a_rejected_submission_makes_exactly_this_mistake(pitfall: str) -> None:
    """A learner's way to the mistake, in another style, gives the pitfall's numbers."""
    path = FOLDER / "submissions" / "rejected" / f"{pitfall.replace('-', '_')}.py"
    arguments = trace_case(problem()).arguments
    with redirect_stdout(io.StringIO()):
        result = solution(path)(*arguments.values())
    assert margin(result, pitfalls(arguments)[pitfall]) < 0.01


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_submissions_agree_with_the_reference_on_every_test(path: Path) -> None:
    for case in cases():
        assert_agrees(path, case.arguments)


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
@given(B=st.integers(1, 6), C=st.integers(1, 9), seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_accepted_submissions_agree_with_the_reference_on_any_sizes(
    path: Path, B: int, C: int, seed: int
) -> None:
    assert_agrees(path, generic(B, C, seed))


def assert_agrees(path: Path, arguments: Any) -> None:
    copies = {name: np.copy(value) for name, value in arguments.items()}
    result = solution(path)(*copies.values())
    assert margin(result, output(arguments)) < 0.1
    assert all(np.array_equal(copies[name], arguments[name]) for name in arguments)


def test_labels_of_every_test_are_classes() -> None:
    for case in (*cases(), trace_case(problem())):
        labels = case.arguments["labels"]
        assert 0 <= labels.min() <= labels.max() < case.arguments["logits"].shape[1]


def test_the_large_logits_overflow_and_lie_far_apart() -> None:
    logits = next(c for c in cases() if c.name == "Logits in the thousands").arguments["logits"]
    assert logits.max() > 710
    assert logits.max() - logits.max(axis=1).min() > 746


def test_answers_by_heart_pass_the_visible_tests_and_no_fresh_one() -> None:
    path = FOLDER / "submissions" / "rejected" / "answers_by_heart.py"
    for case in cases():
        result = solution(path)(*case.arguments.values())
        assert (margin(result, output(case.arguments)) <= 1) == (not case.hidden)
    assert any(case.hidden and not case.repeatable for case in cases())
