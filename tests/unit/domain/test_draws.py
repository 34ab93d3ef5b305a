"""Drawn arrays: the same everywhere, within their bounds, independent of one another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.draws import DrawInvalid, check_draw, draw_array, seed_for
from app.domain.problem import ArrayDtype, Draw

SEEDS = st.integers(0, 2**63 - 1)
SHAPES = st.lists(st.integers(0, 5), max_size=3).map(tuple)
FLOATS: tuple[ArrayDtype, ...] = ("float64", "float32", "complex128")


def drawn(
    draw: Draw,
    seed: int = 7,
    name: str = "x",
    shape: tuple[int, ...] = (4,),
    dtype: ArrayDtype = "float64",
) -> np.ndarray:
    return draw_array(draw, seed=seed, name=name, shape=shape, dtype=dtype)


NORMAL = Draw()
UNIFORM = Draw(distribution="uniform", low=2.0, high=5.0)
INTEGERS = Draw(distribution="integers", low=-3, high=3)


GOLDEN_NORMAL = [
    -0.05890689996826559,
    -0.17935019383779682,
    -0.3989515711945053,
    0.028582512995502185,
]
GOLDEN_UNIFORM = [3.768088667257627, 2.5965833290923563, 4.903110892246517, 2.918814203410461]
GOLDEN_INTEGERS = [2, 2, 0, -1, 0, -3, -2, 2]
GOLDEN_COMPLEX = [(0.41883065087608706 + 1.6577203067659578j)]
GOLDEN_SEED = 5602944220901374446


def test_golden_values() -> None:
    """These numbers are a promise: stored expected values and printed examples rest on them."""
    assert drawn(NORMAL).tolist() == GOLDEN_NORMAL
    assert drawn(UNIFORM).tolist() == GOLDEN_UNIFORM
    assert drawn(INTEGERS, dtype="int64", shape=(8,)).tolist() == GOLDEN_INTEGERS
    assert drawn(NORMAL, dtype="complex128", shape=(1,)).tolist() == GOLDEN_COMPLEX
    assert seed_for("0123456789abcdef", "drawn for you") == GOLDEN_SEED


@given(SEEDS, SHAPES, st.sampled_from(FLOATS), st.sampled_from([NORMAL, UNIFORM]))
def test_the_same_again(seed: int, shape: tuple[int, ...], dtype: ArrayDtype, draw: Draw) -> None:
    first, again = (drawn(draw, seed, "x", shape, dtype) for _ in range(2))
    assert first.shape == shape
    assert first.dtype == dtype
    assert first.flags.c_contiguous
    assert first.flags.writeable
    assert first.tobytes() == again.tobytes()
    assert np.isfinite(first).all()


@given(SEEDS)
def test_seeds_and_names_have_streams_of_their_own(seed: int) -> None:
    base = drawn(NORMAL, seed, "x", (64,))
    others = [drawn(NORMAL, seed, "y", (64,)), drawn(NORMAL, (seed + 1) % 2**63, "x", (64,))]
    for other in others:
        assert len(np.intersect1d(base, other)) == 0


@given(SEEDS, st.integers(0, 20))
def test_a_longer_array_starts_with_the_shorter_one(seed: int, length: int) -> None:
    longer = drawn(NORMAL, seed, "x", (length + 5,))
    assert np.array_equal(drawn(NORMAL, seed, "x", (length,)), longer[:length])


@given(
    SEEDS,
    st.floats(-1e3, 1e3),
    st.floats(1e-3, 1e6),
    st.sampled_from(("float64", "float32")),
)
def test_uniform_values_lie_in_their_interval(
    seed: int, low: float, width: float, dtype: ArrayDtype
) -> None:
    draw = Draw(distribution="uniform", low=low, high=low + width)
    values = drawn(draw, seed, "x", (50,), dtype).astype(np.float64)
    assert (draw.low <= values).all()
    assert (values < draw.high).all()


@given(SEEDS, st.integers(-1000, 1000), st.integers(0, 1000))
def test_integers_lie_in_their_closed_interval(seed: int, low: int, span: int) -> None:
    draw = Draw(distribution="integers", low=low, high=low + span)
    for dtype in ("int64", "int32", "float64"):
        values = drawn(draw, seed, "x", (50,), dtype)  # type: ignore[arg-type]
        assert values.dtype == dtype
        assert (low <= values).all()
        assert (values <= low + span).all()
        assert np.array_equal(values, np.round(values))


def test_every_integer_of_the_interval_comes() -> None:
    values, counts = np.unique(drawn(INTEGERS, dtype="int64", shape=(7000,)), return_counts=True)
    assert values.tolist() == [-3, -2, -1, 0, 1, 2, 3]
    assert (abs(counts - 1000) < 150).all()


def test_normal_values_have_mean_variance_and_no_coarse_grid() -> None:
    values = drawn(Draw(mean=3.0, scale=2.0), shape=(100, 1000))
    assert abs(values.mean() - 3.0) < 0.03
    assert abs(values.std() - 2.0) < 0.02
    assert abs(((values - 3.0) ** 3).mean()) < 0.2
    assert abs(values - 3.0).max() < 12.0
    assert len(np.unique(values)) == values.size
    rows = np.corrcoef(values[:20])
    assert abs(rows - np.eye(20)).max() < 0.2


def test_constant_and_identity() -> None:
    assert drawn(Draw(distribution="constant", value=2.5), shape=(2,)).tolist() == [2.5, 2.5]
    flags = drawn(Draw(distribution="constant", value=True), shape=(2,), dtype="bool")
    assert flags.tolist() == [True, True]
    stack = drawn(Draw(distribution="identity", scale=3.0), shape=(2, 2, 2))
    assert stack.tolist() == [[[3.0, 0.0], [0.0, 3.0]]] * 2
    assert stack.flags.c_contiguous
    assert stack.flags.writeable


def test_booleans_are_drawn_as_zero_and_one() -> None:
    flags = drawn(Draw(distribution="integers", low=0, high=1), shape=(100,), dtype="bool")
    assert flags.dtype == np.bool_
    assert 30 < flags.sum() < 70


@pytest.mark.parametrize(
    ("draw", "dtype", "shape"),
    [
        ({"distribution": "normal"}, "int64", (2,)),
        ({"distribution": "uniform"}, "bool", (2,)),
        ({"distribution": "uniform", "low": 1, "high": 1}, "float64", (2,)),
        ({"distribution": "integers", "low": 0.5, "high": 2}, "int64", (2,)),
        ({"distribution": "integers", "low": 3, "high": 2}, "int64", (2,)),
        ({"distribution": "integers", "low": 0, "high": 2**31}, "int32", (2,)),
        ({"distribution": "integers", "low": 0, "high": 2**60}, "int64", (2,)),
        ({"distribution": "integers", "low": -1, "high": 1}, "bool", (2,)),
        ({"distribution": "constant", "value": 0.5}, "int32", (2,)),
        ({"distribution": "constant", "value": 1.0}, "bool", (2,)),
        ({"distribution": "constant", "value": True}, "float64", (2,)),
        ({"distribution": "constant", "value": 1e39}, "float32", (2,)),
        ({"distribution": "identity"}, "float64", (2, 3)),
        ({"distribution": "identity"}, "float64", (2,)),
        ({"distribution": "identity", "scale": 0.5}, "int64", (2, 2)),
    ],
)
def test_refused_draws(draw: dict[str, Any], dtype: ArrayDtype, shape: tuple[int, ...]) -> None:
    with pytest.raises(DrawInvalid):
        check_draw(Draw.model_validate(draw), dtype, shape)


def test_an_interval_without_a_float32_in_it_is_refused() -> None:
    draw = Draw(distribution="uniform", low=1.0 + 1e-12, high=1.0 + 2e-12)
    assert draw.low <= drawn(draw, shape=())[()] < draw.high
    with pytest.raises(DrawInvalid, match="no float32 lies between"):
        drawn(draw, dtype="float32")


def test_values_that_overflow_are_refused() -> None:
    with pytest.raises(DrawInvalid, match="do not fit in float32"):
        drawn(Draw(scale=1e38), shape=(1000,), dtype="float32")
    with pytest.raises(DrawInvalid, match="do not fit in float64"):
        drawn(Draw(scale=1e308), shape=(1000,))


@given(st.text(), st.text())
def test_seeds_of_submissions(submission: str, test: str) -> None:
    seed = seed_for(submission, test)
    assert 0 <= seed < 2**63
    assert seed == seed_for(submission, test)
    assert seed != seed_for(submission + "a", test)
