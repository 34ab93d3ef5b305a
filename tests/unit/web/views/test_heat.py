"""Two heat-maps side by side."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.diagnosis import MOST_SHOWN, Compared
from app.web.views.heat import MOST_CELLS, HeatView, heat_view

DIMENSIONS = {"B": "images in the batch", "H": "heads", "N": "tokens", "D": "width of a token"}


def compared(yours: np.ndarray, expected: np.ndarray) -> Compared:
    both = (
        tuple(value if np.isfinite(value) else None for value in array.ravel().tolist())
        for array in (yours, expected)
    )
    return Compared(step="s", shape=yours.shape, yours=next(both), expected=next(both))


def shown(yours: np.ndarray, expected: np.ndarray, *axes: str) -> HeatView:
    view = heat_view(compared(yours, expected), axes, DIMENSIONS)
    assert view is not None
    return view


def test_the_slice_that_differs_most_is_shown() -> None:
    expected = np.arange(24.0).reshape(2, 3, 2, 2)
    yours = expected.copy()
    yours[0, 0, 0, 0] += 1
    yours[1, 2, 0, 1] -= 5
    view = shown(yours, expected, "B", "H", "N", "N")
    assert (view.place, view.axes) == ("image 1, head 2", "rows N, columns N")
    assert (view.where, view.got, view.wanted) == ("row 0, column 1", "16", "21")
    assert (view.row, view.column, view.rows, view.columns) == (0, 1, 2, 2)
    assert view.limit == "23"
    assert not view.has_not_finite


def test_what_only_one_of_the_two_has_not_finite_differs_most() -> None:
    yours = np.array([[1.0, np.nan], [90.0, np.nan]])
    expected = np.array([[1.0, np.nan], [1.0, 2.0]])
    view = shown(yours, expected, "N", "D")
    assert (view.where, view.got, view.wanted) == ("token 1, D 1", "not finite", "2")
    assert view.has_not_finite
    assert (view.place, view.limit) == ("", "90")


def test_a_vector_is_one_row() -> None:
    view = shown(np.array([1.0, 2.0]), np.array([1.0, 3.0]), "N")
    assert (view.rows, view.columns, view.axes, view.where) == (1, 2, "columns N", "token 1")
    cells = json.loads(view.cells)
    assert cells == {"names": ["token"], "from": [0], "values": [["1", "1"], ["2", "3"]]}


def test_of_a_large_value_the_part_around_the_largest_difference_is_shown() -> None:
    expected = np.zeros((50, 60))
    yours = expected.copy()
    yours[49, 30] = 1.0
    view = shown(yours, expected, "N", "D")
    assert (view.rows, view.columns) == (MOST_CELLS, MOST_CELLS)
    assert view.axes == "rows N 10–49 of 50, columns D 10–49 of 60"
    assert (view.row, view.column, view.where) == (39, 20, "token 49, D 30")
    assert json.loads(view.cells)["from"] == [10, 10]


@pytest.mark.parametrize("shape", [(), (3,), (0,)])
def test_what_is_no_array_of_values_has_no_map(shape: tuple[int, ...]) -> None:
    one = Compared(step="s", shape=shape, yours=(1.0,), expected=(2.0,))
    assert heat_view(one, ("N",) * len(shape), DIMENSIONS) is None


@given(
    st.lists(st.integers(1, 9), min_size=1, max_size=4).map(tuple),
    st.integers(0, 2**32 - 1),
)
def test_the_cell_pointed_out_is_the_one_told_of(shape: tuple[int, ...], seed: int) -> None:
    random = np.random.default_rng(seed)
    yours, expected = random.normal(size=(2, *shape))
    view = shown(yours, expected, *"BHND"[: len(shape)])
    values = json.loads(view.cells)["values"]
    assert len(values) == view.rows * view.columns
    assert values[view.row * view.columns + view.column] == [view.got, view.wanted]


def test_the_largest_view_stays_small() -> None:
    side = int(MOST_SHOWN**0.5)
    random = np.random.default_rng(1)
    view = shown(*random.normal(size=(2, side, side)), "N", "N")
    size = len(view.cells) + sum(len(path) for it in view.maps for _, path in it.paths)
    assert size < 150_000
