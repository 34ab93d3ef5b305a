"""The ViT encoder block: its examples and submissions, and the strength of its tests."""

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
from app.domain.tolerance import Tolerance
from reference.answers import answer
from reference.vit_encoder_block import graph
from tests.problems.vit_encoder_block import FOLDER, MODULE, cases, generic, output, problem

ACCEPTED = sorted((FOLDER / "submissions" / "accepted").glob("*.py"))
STEPS = ("ln1 q k v scores weights heads concat msa resid1 ln2 hidden gelu mlp output").split()

# The best margin (error over tolerance) of each pitfall over the tests whose numbers are fixed,
# rounded down to a power of ten.
MARGINS = {
    "causal-mask": 1e8,
    "no-scale": 1e8,
    "scale-by-width": 1e7,
    "scale-by-dk": 1e7,
    "softmax-wrong-axis": 1e8,
    "softmax-over-heads": 1e8,
    "heads-not-transposed": 1e8,
    "concat-not-transposed": 1e8,
    "no-output-projection": 1e8,
    "no-first-residual": 1e8,
    "residual-from-normalised": 1e8,
    "no-second-residual": 1e8,
    "second-residual-from-input": 1e8,
    "no-second-norm": 1e8,
    "second-norm-of-input": 1e8,
    "post-norm": 1e8,
    "sample-variance": 1e7,
    "eps-outside-root": 1e7,
    "wrong-eps/1e-5": 1e7,
    "wrong-eps/1e-12": 1e7,
    "norm-over-tokens": 1e8,
    "relu": 1e7,
    "exact-gelu": 1e4,
    "sigmoid-gelu": 1e6,
    "gelu-square": 1e7,
    "gelu-constant": 1e2,
    "no-activation": 1e8,
    "float32": 1e4,
}


@cache
def solution(path: Path) -> Any:
    return runpy.run_path(str(path))["vit_encoder_block"]


@pytest.mark.parametrize("index", range(4))
def test_examples_are_true_to_the_printed_decimals(index: int) -> None:
    example: Example = problem().spec.examples[index]
    expected = output(cases()[index].arguments)
    assert np.abs(np.array(example.output) - expected).max() <= 0.5 * 10.0**-example.decimals


def test_the_fourth_example_shows_what_the_first_three_hide() -> None:
    arguments = cases()[3].arguments
    outputs = answer(MODULE, "pitfalls", arguments, {})
    expected = output(arguments)
    assert min(np.abs(wrong - expected).max() for wrong in outputs.values()) > 3e-7
    assert np.abs(outputs["softmax-wrong-axis"] - expected).max() > 0.5
    assert np.abs(outputs["no-scale"] - expected).max() > 0.5


def test_steps_have_their_public_names_in_order() -> None:
    assert [step["id"] for step in graph.describe()["steps"]] == STEPS
    assert [step.id for step in problem().spec.steps] == STEPS


def test_steps_have_the_shapes_the_page_shows() -> None:
    sizes = problem().spec.trace_case.dimensions
    steps = answer(MODULE, "steps", trace_case(problem()).arguments, {})
    for step in problem().spec.steps:
        assert steps[step.id].shape == tuple(sizes[str(axis)] for axis in step.shape)


def test_the_trace_case_tells_steps_and_pitfalls_apart() -> None:
    arguments = trace_case(problem()).arguments
    steps = answer(MODULE, "steps", arguments, {})
    for left, right in itertools.combinations(steps, 2):
        # Joining the heads only moves their numbers.
        alike = steps[left].size == steps[right].size and np.allclose(
            np.sort(steps[left], axis=None), np.sort(steps[right], axis=None)
        )
        assert alike == ((left, right) == ("heads", "concat"))
    outputs = [steps["output"], *answer(MODULE, "pitfalls", arguments, {}).values()]
    for one, other in itertools.combinations(outputs, 2):
        assert error_over_tolerance(one, other, Tolerance()) > 10


def test_every_pitfall_is_told_and_no_other() -> None:
    told = {pitfall.id for pitfall in problem().spec.pitfalls}
    assert told == {pitfall["id"] for pitfall in graph.describe()["pitfalls"]}


@cache
def margins() -> dict[str, float]:
    best: dict[str, float] = {}
    for case in cases():
        if case.repeatable:
            expected = output(case.arguments)
            for name, wrong in answer(MODULE, "pitfalls", case.arguments, {}).items():
                margin = error_over_tolerance(wrong, expected, problem().spec.tolerance)
                best[name] = max(best.get(name, 0.0), margin)
    return best


def test_the_table_of_margins_is_complete() -> None:
    assert set(margins()) == set(MARGINS)
    needed = {name: 10 if name == "float32" else 100 for name in MARGINS}
    assert all(MARGINS[name] >= needed[name] for name in MARGINS)


@pytest.mark.parametrize("pitfall", MARGINS)
def test_every_pitfall_is_caught_by_a_margin(pitfall: str) -> None:
    assert margins()[pitfall] >= MARGINS[pitfall]


@pytest.mark.parametrize("pitfall", [name for name in MARGINS if name != "float32"])
def test_a_rejected_submission_makes_exactly_this_mistake(pitfall: str) -> None:
    """A learner's way to the mistake, in another style, gives the pitfall's numbers."""
    stem = pitfall.translate(str.maketrans("-/", "__"))
    submission = solution(FOLDER / "submissions" / "rejected" / f"{stem}.py")
    arguments = trace_case(problem()).arguments
    with redirect_stdout(io.StringIO()):
        result = submission(*arguments.values())
    expected = answer(MODULE, "pitfalls", arguments, {"only": [pitfall.split("/")[0]]})[pitfall]
    assert error_over_tolerance(result, expected, problem().spec.tolerance) < 0.01


def test_a_constant_of_eight_digits_passes() -> None:
    """Typing 0.79788456 for the root of 2/π is no mistake."""

    def block(u: Any) -> Any:
        return 0.5 * u * (1 + np.tanh(0.79788456 * (u + 0.044715 * u**3)))

    for case in cases():
        steps = answer(MODULE, "steps", case.arguments, {})
        typed = answer(
            MODULE, "output", case.arguments, {"given": {"gelu": block(steps["hidden"])}}
        )
        assert error_over_tolerance(typed, steps["output"], problem().spec.tolerance) <= 1


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_submissions_agree_with_the_reference_on_every_test(path: Path) -> None:
    for case in cases():
        assert_agrees(path, case.arguments)


SIZES = st.tuples(*(st.integers(1, largest) for largest in (3, 6, 4, 4, 9)))


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
@given(sizes=SIZES, seed=st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_accepted_submissions_agree_with_the_reference_on_any_sizes(
    path: Path, sizes: tuple[int, int, int, int, int], seed: int
) -> None:
    assert_agrees(path, generic(*sizes, seed=seed))


def assert_agrees(path: Path, arguments: Any) -> None:
    copies = {name: np.copy(value) for name, value in arguments.items()}
    copies["num_heads"] = arguments["num_heads"]
    with redirect_stdout(io.StringIO()):
        result = solution(path)(*copies.values())
    assert error_over_tolerance(result, output(arguments), problem().spec.tolerance) < 0.01
    assert all(np.array_equal(copies[name], arguments[name]) for name in arguments)


def test_answers_by_heart_pass_the_visible_tests_and_no_fresh_one() -> None:
    path = FOLDER / "submissions" / "rejected" / "answers_by_heart.py"
    for case in cases():
        result = solution(path)(*case.arguments.values())
        margin = error_over_tolerance(result, output(case.arguments), problem().spec.tolerance)
        assert (margin <= 1) == (not case.hidden)
    assert any(case.hidden and not case.repeatable for case in cases())
