"""The judgement of one returned value."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from app.domain.compare import compare
from app.domain.problem import Returns
from app.domain.tolerance import Tolerance
from app.domain.verdict import Verdict
from sandbox.protocol import Returned
from tests.fakes.runner import returned

RETURNS = Returns(dtype="float64", shape="[B, N, D]")
TOLERANCE = Tolerance()


def compared(value, expected, returns=RETURNS, tolerance=TOLERANCE):
    return compare(returned(value), np.asarray(expected), returns, tolerance)


def test_equal_values_are_accepted():
    values = np.linspace(-1, 1, 24).reshape(2, 3, 4)
    got = compared(values.copy(), values)
    assert got.verdict is Verdict.ACCEPTED
    assert (got.message, got.bad_count, got.max_abs_error) == (None, 0, 0.0)
    assert got.first_bad is None


def test_close_values_are_accepted_and_their_error_is_known():
    values = np.full((2, 3, 4), 2.0)
    got = compared(values + 1e-9, values)
    assert got.verdict is Verdict.ACCEPTED
    assert got.max_abs_error == pytest.approx(1e-9, rel=1e-6)
    assert got.max_rel_error == pytest.approx(5e-10, rel=1e-6)


def test_type_comes_before_shape_before_dtype_before_values():
    expected = np.zeros((2, 3, 4))
    assert compared(np.ones((2, 4)).tolist(), expected).verdict is Verdict.WRONG_TYPE
    assert compared(np.ones((2, 4), np.float32), expected).verdict is Verdict.WRONG_SHAPE
    assert compared(np.ones((2, 3, 4), np.float32), expected).verdict is Verdict.WRONG_DTYPE
    assert compared(np.ones((2, 3, 4)), expected).verdict is Verdict.WRONG_VALUE


def test_a_wrong_shape_is_explained_with_the_names_of_the_axes():
    got = compared(np.zeros((2, 4)), np.zeros((2, 3, 4)))
    assert got.message == (
        "the shape is (2, 4), expected (2, 3, 4): axis 1 (N), of length 3, is missing"
    )
    assert got.max_abs_error is None


@pytest.mark.parametrize("shape", [(), (1,), (4,), (1, 1, 4), (1, 3, 4), (2, 1, 1)])
def test_nothing_is_ever_broadcast(shape):
    got = compared(np.zeros(shape), np.zeros((2, 3, 4)))
    assert got.verdict is Verdict.WRONG_SHAPE


@pytest.mark.parametrize(
    ("dtype", "expected", "words"),
    [
        ("float32", "float64", "somewhere a float32 array is made"),
        ("float16", "float64", "somewhere a float16 array is made"),
        ("int64", "float64", "fractions were cut off"),
        ("bool", "float64", "the results of a comparison"),
        ("complex128", "float64", "return the real part"),
        ("float64", "float32", "convert it with .astype(np.float32)"),
        ("float64", "int64", "convert it with .astype"),
        ("int32", "int64", "somewhere a int32 array is made"),
        ("uint8", "bool", "return True and False"),
        ("int64", "complex128", "convert it with .astype(complex)"),
    ],
)
def test_a_wrong_dtype_is_explained(dtype, expected, words):
    returns = Returns(dtype=expected, shape="[N]")
    got = compared(np.zeros(3, dtype), np.zeros(3, expected), returns)
    assert got.verdict is Verdict.WRONG_DTYPE
    assert got.message.startswith(f"the dtype is {dtype}, expected {expected}: ")
    assert words in got.message


def test_byte_order_and_memory_layout_do_not_matter():
    values = np.linspace(-1, 1, 24).reshape(2, 3, 4)
    for same in (values.astype(">f8"), np.asfortranarray(values), values[::-1][::-1]):
        assert compared(same, values).verdict is Verdict.ACCEPTED


def test_wrong_values_are_counted_and_the_worst_is_shown():
    expected = np.zeros((2, 3, 4))
    actual = expected.copy()
    actual[0, 1, 2], actual[1, 2, 3] = 0.25, -1.5
    got = compared(actual, expected)
    assert got.verdict is Verdict.WRONG_VALUE
    assert (got.bad_count, got.max_abs_error, got.max_rel_error) == (2, 1.5, None)
    assert got.first_bad.model_dump() == {"index": (0, 1, 2), "got": 0.25, "expected": 0.0}
    assert got.worst_bad.model_dump() == {"index": (1, 2, 3), "got": -1.5, "expected": 0.0}
    assert got.message == (
        "2 of 24 values are off; the largest error is 1.5 at [1, 2, 3] (returned -1.5, "
        "expected 0); allowed is 1e-08 + 1e-08 × |expected|"
    )


def test_nan_where_a_number_is_expected_is_told_apart_from_a_wrong_number():
    expected = np.ones((1, 2, 2))
    actual = np.array([[[1.0, 5.0], [np.nan, np.inf]]])
    got = compared(actual, expected)
    assert got.verdict is Verdict.NOT_FINITE
    assert (got.max_abs_error, got.bad_count) == ("nan", 3)
    assert (got.first_bad.got, got.worst_bad.got) == (5.0, "nan")
    assert got.message == (
        "2 of 4 values are NaN or infinite where a finite number is expected; the first is "
        "at [0, 1, 0] (returned nan, expected 1)"
    )


def test_infinite_errors_are_texts():
    got = compared(np.full((1, 1, 1), -np.inf), np.ones((1, 1, 1)))
    assert (got.max_abs_error, got.max_rel_error) == ("inf", "inf")
    assert got.first_bad.got == "-inf"


def test_a_number_is_compared_as_an_array_without_axes():
    returns = Returns(dtype="float64", shape="[]")
    assert compared(2.5, 2.5, returns).verdict is Verdict.ACCEPTED
    got = compared(2.0, 2.5, returns)
    assert got.first_bad.index == ()
    assert got.message.startswith("the value is off; the largest error is 0.5 (returned 2,")


def test_an_array_without_elements_has_no_errors():
    got = compared(np.zeros((0, 3, 4)), np.zeros((0, 3, 4)))
    assert (got.verdict, got.max_abs_error, got.max_rel_error) == (Verdict.ACCEPTED, 0.0, None)


def test_integers_are_reported_as_integers():
    returns = Returns(dtype="int64", shape="[N]")
    got = compared(np.array([1, 2**62]), np.array([1, 3]), returns, Tolerance(atol=1e30, rtol=0.9))
    assert got.verdict is Verdict.WRONG_VALUE
    assert (type(got.worst_bad.got), got.worst_bad.got) == (int, 2**62)
    assert got.message.endswith("whole numbers and booleans must be equal")


def test_complex_elements_are_texts():
    returns = Returns(dtype="complex128", shape="[N]")
    got = compared(np.array([1 + 2j]), np.array([1 - 2j]), returns)
    assert (got.worst_bad.got, got.worst_bad.expected) == ("1+2j", "1-2j")
    assert got.max_abs_error == 4.0


ARRAYS = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4),
    elements=st.floats(allow_nan=True, allow_infinity=True),
)


@given(ARRAYS, ARRAYS)
def test_every_pair_of_arrays_gets_a_judgement_that_fits_itself(actual, expected):
    got = compared(actual, expected)
    accepted = got.verdict is Verdict.ACCEPTED
    assert accepted == (got.message is None)
    assert accepted == (got.bad_count == 0)
    assert (got.first_bad is None) == (got.worst_bad is None) == (not got.bad_count)
    assert (got.verdict is Verdict.WRONG_SHAPE) == (actual.shape != expected.shape)


@given(ARRAYS)
def test_an_array_is_accepted_in_place_of_itself(values):
    assert compared(values.copy(), values).verdict is Verdict.ACCEPTED


CODES = "|b1 |i1 <i2 >i4 <i8 |u1 <u8 <f2 >f4 <f8 <c8 >c16".split()
CROSSED = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.lists(st.floats()),
    st.sampled_from(CODES).flatmap(
        lambda code: hnp.arrays(code, hnp.array_shapes(min_dims=0, min_side=0, max_side=3))
    ),
)
NAMES = st.one_of(
    st.sampled_from(["numpy.ndarray", "numpy.float64", "int", "NoneType", "numpy.matrix"]),
    st.text(),
)
DESCRIPTIONS = st.builds(
    Returned,
    type_name=NAMES,
    dtype=st.none() | st.sampled_from(["float64", "object"]) | st.text(),
    shape=st.none() | hnp.array_shapes(min_dims=0, min_side=0),
    crossed=st.booleans(),
    value=CROSSED,
)


@given(
    DESCRIPTIONS,
    st.sampled_from(["float64", "float32", "int64", "int32", "bool", "complex128"]),
    hnp.array_shapes(min_dims=0, min_side=0, max_side=3),
)
def test_whatever_a_child_describes_gets_a_judgement_and_a_short_sentence(said, dtype, shape):
    expected = np.ones(shape, dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        got = compare(said, expected, Returns(dtype=dtype, shape="[N]"), TOLERANCE)
    assert (got.verdict is Verdict.ACCEPTED) == (got.message is None)
    assert len(got.message or "") < 400
    if not said.crossed:
        assert got.verdict in (Verdict.WRONG_TYPE, Verdict.WRONG_DTYPE, Verdict.WRONG_SHAPE)


def test_an_array_that_is_only_described_is_none():
    said = Returned("numpy.ndarray", dtype="float64", shape=(2,))
    got = compare(said, np.ones(2), Returns(dtype="float64", shape="[N]"), TOLERANCE)
    assert got.verdict is Verdict.WRONG_TYPE
    assert got.message == "the returned array could not be read"
