"""Claims and figures of the theory of softmax cross-entropy backward, to the digits printed."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.answers import answer
from reference.softmax_cross_entropy_backward import probabilities_of
from tests.problems.softmax_cross_entropy_backward import MODULE, generic, output, problem

LOGITS = np.array([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0]])
LABELS = np.array([0, 2])
ROW = re.compile(r"-?\d+(?:\.\d+)?")


def losses(logits: Any, labels: Any) -> Any:
    return -np.log(probabilities_of(logits)[np.arange(len(labels)), labels])


def printed(name: str) -> Any:
    """The matrix that the theory prints for a name."""
    found = re.search(
        rf"^{name} = \\begin{{pmatrix}} (.+) \\end{{pmatrix}}$", problem().theory, re.MULTILINE
    )
    assert found, name
    return np.array(
        [[float(number) for number in ROW.findall(row)] for row in found[1].split("\\\\")]
    )


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("s", "shifted"),
        ("e", "exponentials"),
        ("p", "probabilities"),
        ("d", "difference"),
        ("g", "gradient"),
    ],
)
def test_the_batch_by_hand(name: str, step: str) -> None:
    assert np.array_equal(printed("z"), LOGITS)
    steps = answer(MODULE, "steps", {"logits": LOGITS, "labels": LABELS}, {})
    assert np.abs(printed(name) - steps[step]).max() <= 0.5e-4


def test_the_losses_by_hand() -> None:
    steps = answer(MODULE, "steps", {"logits": LOGITS, "labels": LABELS}, {})
    figures = [*steps["exponentials"].sum(axis=1), *losses(LOGITS, LABELS)]
    assert np.round([*figures, losses(LOGITS, LABELS).mean()], 4).tolist() == [
        1.5032,
        1.1851,
        0.4076,
        2.1698,
        1.2887,
    ]


def test_the_entry_checked_by_a_small_step() -> None:
    raised = LOGITS.copy()
    raised[0, 0] += 0.001
    before, after = (losses(logits, LABELS).mean() for logits in (LOGITS, raised))
    assert (round(before, 8), round(after, 8)) == (1.28872599, 1.28855867)
    assert round((after - before) / 0.001, 4) == -0.1673


def test_figures_in_the_text() -> None:
    assert round(float(np.log(10)), 4) == 2.3026
    with np.errstate(over="ignore"):
        assert np.isinf(np.exp(710.0))
    assert np.exp(-800.0) == 0.0
    assert f"{np.spacing(np.float32(300)):.0e}" == "3e-05"


@given(B=st.integers(1, 4), C=st.integers(1, 5), seed=st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_the_gradient_is_that_of_finite_differences(B: int, C: int, seed: int) -> None:
    arguments = generic(B, C, seed)
    logits, labels, step = arguments["logits"], arguments["labels"], 1e-5
    slopes = np.empty_like(logits)
    for place in np.ndindex(logits.shape):
        bump = np.zeros_like(logits)
        bump[place] = step
        change = losses(logits + bump, labels) - losses(logits - bump, labels)
        slopes[place] = change.mean() / (2 * step)
    assert np.abs(output(arguments) - slopes).max() < 1e-8


@given(B=st.integers(1, 6), C=st.integers(1, 9), seed=st.integers(0, 2**32))
@settings(max_examples=50, deadline=None)
def test_three_facts_of_a_row(B: int, C: int, seed: int) -> None:
    arguments = generic(B, C, seed)
    gradient = B * output(arguments)
    assert np.abs(gradient.sum(axis=1)).max() < 1e-14
    others = np.arange(C) != arguments["labels"][:, None]
    assert (gradient[others] >= 0).all()
    assert np.abs(gradient).max() <= 1


def test_the_jacobian_of_the_softmax_leads_to_the_same() -> None:
    arguments = generic(3, 5)
    rows = []
    for p, label in zip(probabilities_of(arguments["logits"]), arguments["labels"], strict=True):
        upstream = np.where(np.arange(5) == label, -1 / p, 0.0)
        rows.append((np.diag(p) - np.outer(p, p)) @ upstream / 3)
    assert np.allclose(output(arguments), rows, rtol=0, atol=1e-15)
