"""One heat-map as paths."""

from __future__ import annotations

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from app.web.views.heat_map import CLASSES, map_view


def drawn(paths: tuple[tuple[str, str], ...], shape: tuple[int, int]) -> np.ndarray:
    """The colour of each cell, read back from the paths; "" where none is drawn, or two."""
    cells = np.full(shape, "", dtype=object)
    for colour, path in paths:
        for column, row, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path):
            for at in range(int(column), int(column) + int(length)):
                cells[int(row), at] = colour if cells[int(row), at] == "" else ""
    return cells


def test_colours_run_from_minus_to_plus_the_limit() -> None:
    cells = np.array([[-2.0, 0.0, 2.0, np.nan]])
    view = map_view("Yours", cells, 2.0)
    assert drawn(view.paths, (1, 4)).tolist() == [["d0", "d8", "d16", "inf"]]
    assert view.label == "Yours: 1 row of 4 values, from −2 to 2, 1 not finite"


def test_neighbours_of_one_colour_are_one_piece() -> None:
    assert map_view("", np.zeros((2, 3)), 1.0).paths == (("d8", "M0 0h3v1h-3zM0 1h3v1h-3z"),)


@given(
    arrays(
        np.float64,
        array_shapes(min_dims=2, max_dims=2, max_side=6),
        elements=st.floats(-1e308, 1e308) | st.just(np.nan),
    )
)
def test_every_cell_is_drawn_once_and_larger_values_are_never_lower(cells: np.ndarray) -> None:
    limit = float(np.nanmax(np.abs(cells), initial=0.0)) or 1.0
    colours = drawn(map_view("", cells, limit).paths, cells.shape)
    finite = np.isfinite(cells)
    assert set(colours[~finite].tolist()) <= {"inf"}
    classes = [int(colour.removeprefix("d")) for colour in colours[finite]]
    assert all(0 <= one < CLASSES for one in classes)
    ordered = [one for _, one in sorted(zip(cells[finite].tolist(), classes, strict=True))]
    assert ordered == sorted(ordered)
