"""The ViT encoder block: its examples, theory and submissions, and the strength of its tests."""

from __future__ import annotations

import io
import itertools
import math
import re
import runpy
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.case import Case
from app.domain.cases import submit_cases, trace_case
from app.domain.problem import Example, Problem
from app.domain.proof import error_over_tolerance
from app.domain.tolerance import Tolerance
from app.library.package import load_package
from reference.answers import answer
from reference.vit_encoder_block import gelu_tanh, graph, layer_norm, softmax

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems" / "vit-encoder-block"
ACCEPTED = sorted((FOLDER / "submissions" / "accepted").glob("*.py"))
MODULE = "reference.vit_encoder_block"
STEPS = ("ln1 q k v scores weights heads concat msa resid1 ln2 hidden gelu mlp output").split()
WEIGHTS = {"Wq": "DD", "Wk": "DD", "Wv": "DD", "Wo": "DD", "W1": "DM", "W2": "MD"}

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
def problem() -> Problem:
    return load_package(FOLDER, shipped=True, references=ROOT / "reference")


@cache
def cases() -> tuple[Case, ...]:
    return submit_cases(problem(), "a submission")


def output(arguments: Any) -> Any:
    return answer(MODULE, "output", arguments, {})


def generic(B: int, N: int, H: int, d: int, M: int, seed: int = 0) -> dict[str, Any]:
    """Arguments with nothing special about them but their sizes."""
    random = np.random.default_rng(seed)
    sizes = {"D": H * d, "M": M}
    arguments: dict[str, Any] = {"x": random.normal(size=(B, N, H * d)), "num_heads": H}
    for name, (rows, columns) in WEIGHTS.items():
        arguments[name] = random.normal(size=(sizes[rows], sizes[columns])) / math.sqrt(sizes[rows])
    return arguments


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


class TestTheory:
    """Claims and figures of theory.md, to the digits printed there."""

    def test_layer_norm(self) -> None:
        tokens = np.array([[1.0, 0.0, -1.0, 2.0], [0.0, 1.0, 1.0, 0.0]])
        assert tokens.mean(axis=1).tolist() == [0.5, 0.5]
        assert tokens.var(axis=1).tolist() == [1.25, 0.25]
        shown = [[0.4472, -0.4472, -1.3416, 1.3416], [-1, 1, 1, -1]]
        assert near(layer_norm(tokens), shown)

    def test_softmax(self) -> None:
        assert near(np.exp([0.8, -0.3]), [2.2255, 0.7408])
        assert near(softmax(np.array([0.8, -0.3])), [0.7503, 0.2497])
        assert near(softmax(np.array([1.0, 0.0])), [0.73, 0.27], decimals=2)
        assert near(softmax(np.array([8.0, 0.0])), [0.9997, 0.0003])

    def test_gelu(self) -> None:
        inner = 0.5 + 0.044715 * 0.125
        scaled = math.sqrt(2 / math.pi) * inner
        shown = [0.5056, 0.7979, 0.4034, 0.3829, 0.3457]
        steps = [inner, math.sqrt(2 / math.pi), scaled, math.tanh(scaled), gelu_tanh(np.array(0.5))]
        assert near(steps, shown)
        assert near(gelu_tanh(np.array(-1.0)), -0.1588)

    def test_how_far_the_forms_of_gelu_differ(self) -> None:
        u = np.linspace(-8, 8, 16001)
        exact = np.array([0.5 * t * (1 + math.erf(t / math.sqrt(2))) for t in u])
        assert 4e-4 < np.abs(gelu_tanh(u) - exact).max() < 5e-4
        assert near(np.abs(u / (1 + np.exp(-1.702 * u)) - exact).max(), 0.02, decimals=2)

    def test_the_block_by_hand(self) -> None:
        eye = np.eye(4)
        arguments = dict.fromkeys(WEIGHTS, eye) | {"num_heads": 2}
        x = np.array([[[1.0, 0, -1, 2], [0, 1, 1, 0]]])
        steps = answer(MODULE, "steps", arguments | {"x": x}, {})
        shown = printed_matrices()
        assert near(steps["ln1"][0], shown[r"\hat{x}"])
        assert near(steps["resid1"][0].mean(axis=-1)[0], 0.5)
        assert near(steps["resid1"][0].var(axis=-1), [4.1028, 1.8952])
        assert near(steps["resid1"][0].std(axis=-1), [2.0255, 1.3767])
        for name, value in {
            "S_1": steps["scores"][0, 0],
            "S_2": steps["scores"][0, 1],
            "A_1": steps["weights"][0, 0],
            "A_2": steps["weights"][0, 1],
            "C": steps["concat"][0],
            "y": steps["resid1"][0],
            r"\hat{y}": steps["ln2"][0],
            "G": steps["gelu"][0],
            "z": steps["output"][0],
        }.items():
            assert near(value, shown[name]), name

    @pytest.mark.parametrize(
        ("D", "M", "block", "blocks", "millions"),
        [
            (768, 3072, 7_077_888, 12, 85),
            (1024, 4096, 12_582_912, 24, 302),
            (1280, 5120, 19_660_800, 32, 629),
        ],
    )
    def test_model_sizes(self, D: int, M: int, block: int, blocks: int, millions: int) -> None:
        assert 4 * D * D + 2 * D * M == block == 12 * D * D
        assert round(block * blocks / 1e6) == millions
        row = rf"\| {blocks} \| \d+ \| {D} \| {M} \| \d+ \| {block:,} \| {millions} million \|"
        assert re.search(row, problem().theory)

    def test_images_do_not_meet(self) -> None:
        arguments = generic(2, 4, 2, 3, 5)
        alone = [output(arguments | {"x": arguments["x"][i : i + 1]})[0] for i in range(2)]
        assert np.allclose(output(arguments), alone, rtol=0, atol=1e-12)

    def test_the_order_of_tokens_is_unknown_to_the_block(self) -> None:
        arguments = generic(1, 5, 2, 3, 5)
        order = [3, 0, 4, 1, 2]
        permuted = output(arguments | {"x": arguments["x"][:, order]})
        assert np.allclose(permuted, output(arguments)[:, order], rtol=0, atol=1e-12)

    def test_without_output_weights_the_block_returns_x(self) -> None:
        arguments = generic(2, 4, 2, 3, 5)
        silent = {name: np.zeros_like(arguments[name]) for name in ("Wo", "W2")}
        assert np.array_equal(output(arguments | silent), arguments["x"])


def near(actual: Any, shown: Any, decimals: int = 4) -> bool:
    """True when rounding gives the printed figures."""
    return bool(np.all(np.abs(np.asarray(actual) - np.asarray(shown)) <= 0.51 * 10.0**-decimals))


def printed_matrices() -> dict[str, Any]:
    """Every ``name = matrix`` of the worked example, as numbers."""
    section = problem().theory.split("## A block by hand")[1].split("\n## ")[0]
    found = re.findall(r"([^\s$,]+) = \\begin\{pmatrix\}(.*?)\\end\{pmatrix\}", section, re.DOTALL)
    return {
        name: np.array([[float(n) for n in row.split("&")] for row in body.split(r"\\")])
        for name, body in found
    }
