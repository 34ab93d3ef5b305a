"""Values that are the same to the bit."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.identical import is_identical

NAN = float("nan")


@pytest.mark.parametrize(
    "make",
    [
        lambda: np.array([1.0, np.nan, -0.0]),
        lambda: NAN,
        lambda: -0.0,
        lambda: [1, [2.0, "text"], None],
        lambda: {"a": np.ones(2), "b": [NAN]},
        lambda: True,
    ],
)
def test_a_value_is_identical_to_itself_made_again(make):
    assert is_identical(make(), make())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (0.0, -0.0),
        (np.array([0.0]), np.array([-0.0])),
        (np.ones(2), np.ones(2, np.float32)),
        (np.ones((1, 2)), np.ones((2, 1))),
        (np.array([1.0]), np.nextafter(np.array([1.0]), 2)),
        (np.array([1.0]), [1.0]),
        (1, 1.0),
        (1, True),
        ([1], [1, 2]),
        ([1], [2]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": 1}, {"a": 2}),
        (None, 0),
        ("1", 1),
    ],
)
def test_what_differs_in_a_bit_or_a_type_is_not(left, right):
    assert not is_identical(left, right)
    assert not is_identical(right, left)
