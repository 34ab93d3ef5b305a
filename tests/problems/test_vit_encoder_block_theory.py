"""Claims and figures of the ViT encoder block's theory, to the digits printed there."""

from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import pytest

from reference.answers import answer
from reference.vit_encoder_block import gelu_tanh, layer_norm, softmax
from tests.problems.vit_encoder_block import MODULE, WEIGHTS, generic, output, problem


def test_layer_norm() -> None:
    tokens = np.array([[1.0, 0.0, -1.0, 2.0], [0.0, 1.0, 1.0, 0.0]])
    assert tokens.mean(axis=1).tolist() == [0.5, 0.5]
    assert tokens.var(axis=1).tolist() == [1.25, 0.25]
    shown = [[0.4472, -0.4472, -1.3416, 1.3416], [-1, 1, 1, -1]]
    assert near(layer_norm(tokens), shown)


def test_softmax() -> None:
    assert near(np.exp([0.8, -0.3]), [2.2255, 0.7408])
    assert near(softmax(np.array([0.8, -0.3])), [0.7503, 0.2497])
    assert near(softmax(np.array([1.0, 0.0])), [0.73, 0.27], decimals=2)
    assert near(softmax(np.array([8.0, 0.0])), [0.9997, 0.0003])


def test_gelu() -> None:
    inner = 0.5 + 0.044715 * 0.125
    scaled = math.sqrt(2 / math.pi) * inner
    shown = [0.5056, 0.7979, 0.4034, 0.3829, 0.3457]
    steps = [inner, math.sqrt(2 / math.pi), scaled, math.tanh(scaled), gelu_tanh(np.array(0.5))]
    assert near(steps, shown)
    assert near(gelu_tanh(np.array(-1.0)), -0.1588)


def test_how_far_the_forms_of_gelu_differ() -> None:
    u = np.linspace(-8, 8, 16001)
    exact = np.array([0.5 * t * (1 + math.erf(t / math.sqrt(2))) for t in u])
    assert 4e-4 < np.abs(gelu_tanh(u) - exact).max() < 5e-4
    assert near(np.abs(u / (1 + np.exp(-1.702 * u)) - exact).max(), 0.02, decimals=2)


def test_the_block_by_hand() -> None:
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
def test_model_sizes(D: int, M: int, block: int, blocks: int, millions: int) -> None:
    assert 4 * D * D + 2 * D * M == block == 12 * D * D
    assert round(block * blocks / 1e6) == millions
    row = rf"\| {blocks} \| \d+ \| {D} \| {M} \| \d+ \| {block:,} \| {millions} million \|"
    assert re.search(row, problem().theory)


def test_images_do_not_meet() -> None:
    arguments = generic(2, 4, 2, 3, 5)
    alone = [output(arguments | {"x": arguments["x"][i : i + 1]})[0] for i in range(2)]
    assert np.allclose(output(arguments), alone, rtol=0, atol=1e-12)


def test_the_order_of_tokens_is_unknown_to_the_block() -> None:
    arguments = generic(1, 5, 2, 3, 5)
    order = [3, 0, 4, 1, 2]
    permuted = output(arguments | {"x": arguments["x"][:, order]})
    assert np.allclose(permuted, output(arguments)[:, order], rtol=0, atol=1e-12)


def test_without_output_weights_the_block_returns_x() -> None:
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
