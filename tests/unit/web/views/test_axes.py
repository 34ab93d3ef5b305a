"""Names of places along an axis."""

from __future__ import annotations

import pytest

from app.web.views.axes import Axis, named_axes, singular


@pytest.mark.parametrize(
    ("meaning", "item"),
    [
        ("images in the batch", "image"),
        ("attention heads", "attention head"),
        ("classes, the last one is a pad", "class"),
        ("batches", "batch"),
        ("entries", "entry"),
        ("width of one head, D / H", ""),
        ("bias", ""),
        ("mass", ""),
        ("very many long words", ""),
        ("x² values", ""),
        ("", ""),
    ],
)
def test_one_of_many(meaning: str, item: str) -> None:
    assert singular(meaning) == item


def test_axes_are_named_by_their_dimensions() -> None:
    dimensions = {"B": "images in the batch", "D": "width of a token"}
    assert named_axes(("B", "D", 3), dimensions, 3) == [
        Axis("B", "image"),
        Axis("D", "D"),
        Axis("3", "3"),
    ]


def test_two_last_axes_of_one_kind_are_row_and_column() -> None:
    axes = named_axes(("N", "N", "N"), {"N": "tokens"}, 3)
    assert [axis.item for axis in axes] == ["token", "row", "column"]


def test_a_shape_that_does_not_fit_leaves_numbers() -> None:
    assert [axis.symbol for axis in named_axes(("N",), {}, 2)] == ["axis 0", "axis 1"]
