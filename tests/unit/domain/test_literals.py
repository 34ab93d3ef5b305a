"""Written values become exactly what is declared, or are refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from app.domain.literals import LiteralInvalid, literal, literal_array
from app.domain.problem import ArrayDtype, Parameter, ScalarDtype

SHAPES = arrays.array_shapes(min_dims=0, max_dims=3, max_side=4)


@given(arrays.arrays(np.float64, SHAPES, elements=st.floats(-1e300, 1e300)))
def test_floats_are_read_bit_for_bit(array: np.ndarray) -> None:
    found = literal_array(array.tolist(), "float64")
    assert found.dtype == np.float64
    assert found.shape == array.shape
    assert found.flags.c_contiguous
    assert found.tobytes() == array.tobytes()


@given(arrays.arrays(np.int32, SHAPES))
def test_integers_are_read_exactly(array: np.ndarray) -> None:
    for dtype in ("int32", "int64", "float64", "complex128"):
        found = literal_array(array.tolist(), dtype)  # type: ignore[arg-type]
        assert found.dtype == dtype
        assert np.array_equal(found, array)


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        ([True, False], "bool", np.array([True, False])),
        ([0.1], "float32", np.array([0.1], dtype=np.float32)),
        (["1+2j", 3], "complex128", np.array([1 + 2j, 3])),
        ([], "float64", np.zeros(0)),
        ([[], []], "float64", np.zeros((2, 0))),
        (1.5, "float64", np.array(1.5)),
        (((1, 2), (3, 4)), "int64", np.array([[1, 2], [3, 4]])),
    ],
)
def test_arrays(value: Any, dtype: ArrayDtype, expected: np.ndarray) -> None:
    found = literal_array(value, dtype)
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    assert np.array_equal(found, expected)


@pytest.mark.parametrize(
    ("value", "dtype", "index"),
    [
        ([[1, 2], [3]], "float64", (1,)),
        ([[1], 2], "float64", (1,)),
        ([1, [2]], "float64", (1,)),
        ([1.0], "int64", (0,)),
        ([True], "int64", (0,)),
        ([1], "bool", (0,)),
        ([True], "float64", (0,)),
        ([2**31], "int32", (0,)),
        ([2**63], "int64", (0,)),
        ([2**53 + 1], "float64", (0,)),
        ([2**24 + 1], "float32", (0,)),
        ([1e39], "float32", (0,)),
        ([float("inf")], "float64", (0,)),
        (["nan"], "complex128", (0,)),
        (["x"], "complex128", (0,)),
        ([None], "float64", (0,)),
        ([{"a": 1}], "float64", (0,)),
        ("1", "float64", ()),
        ([10**400], "float64", (0,)),
    ],
)
def test_refused_arrays(value: Any, dtype: ArrayDtype, index: tuple[int, ...]) -> None:
    with pytest.raises(LiteralInvalid) as info:
        literal_array(value, dtype)
    assert info.value.index == index
    assert info.value.message


@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [
        (3, "int", 3),
        (3, "float", 3.0),
        (0.5, "float", 0.5),
        (True, "bool", True),
        ("a", "str", "a"),
    ],
)
def test_scalars_have_exactly_the_declared_type(
    value: Any, dtype: ScalarDtype, expected: object
) -> None:
    found = literal(value, Parameter(name="p", dtype=dtype))
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (3.0, "int"),
        (True, "int"),
        (True, "float"),
        (1, "bool"),
        (1, "str"),
        ([1], "int"),
        (float("nan"), "float"),
        (2**53 + 1, "float"),
        (None, "str"),
        (10**400, "float"),
    ],
)
def test_refused_scalars(value: Any, dtype: ScalarDtype) -> None:
    with pytest.raises(LiteralInvalid):
        literal(value, Parameter(name="p", dtype=dtype))
