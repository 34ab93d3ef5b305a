"""Which lists are arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.recorder.lists import as_array


@pytest.mark.parametrize(
    "value",
    [
        [1.0, 2.0],
        (1.0, 2),
        [np.float64(1.5)],
        [[1.0, 2], (3, 4)],
        [[[0.5]], [[1]]],
        [1.0] * 4096,
    ],
)
def test_numbers_and_rows_of_equal_length(value: Any) -> None:
    array = as_array(value)
    assert array is not None
    assert array.dtype == np.float64
    assert np.array_equal(array, np.array(value))


@pytest.mark.parametrize(
    "value",
    [
        [],
        [[], []],
        [1, 2],
        (0, 2, 1, 3),
        ["a"],
        [1.0, "a"],
        [1.0, None],
        [True, 1.0],
        [[1.0], [1.0, 2.0]],
        [[1.0], 2.0],
        [1.0, [2.0]],
        [np.ones(2)],
        [1.0] * 4097,
        [[1.0] * 100] * 41,
        [10**400, 1.0],
    ],
)
def test_anything_else_is_not(value: Any) -> None:
    assert as_array(value) is None


def test_a_list_that_holds_itself() -> None:
    value: list[Any] = []
    value.append(value)
    assert as_array(value) is None
