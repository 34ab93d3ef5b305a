"""Which returned values count as an array."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.received import Refused, received
from app.domain.verdict import Verdict
from sandbox.protocol import Returned
from tests.fakes.runner import returned

FLOAT = np.dtype("float64")


def refusal(value, shape=(2,), dtype=FLOAT):
    got = received(value if isinstance(value, Returned) else returned(value), shape, dtype)
    assert isinstance(got, Refused)
    return got


def test_an_array_of_numbers_stands_for_itself():
    array = np.arange(2.0)
    assert received(returned(array), (2,), FLOAT) is array


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "returned None: is a return statement missing?"),
        ([1.0, 2.0], "a list, expected a NumPy array of shape (2,): convert it with np.array"),
        ((1.0, 2.0), "a tuple, expected a NumPy array of shape (2,): return one array"),
        ({"a": 1.0}, "a dict"),
        ("12", "a str"),
        (3, "a single number (int), expected a NumPy array of shape (2,)"),
        (3.0, "a single number (float)"),
        (np.float64(3), "a single number (float64)"),
        (np.zeros((1, 2)).view(np.matrix), "np.matrix multiplies by rules of its own"),
        (np.ma.masked_array([1.0, 2.0]), "a plain array, with .filled"),
        (np.array([1.0, 2.0]).view(np.recarray), "recarray"),
        (len, "are the parentheses of a call missing?"),
        ((i for i in range(2)), "build an array of its items"),
        (int, "a class instead of its result"),
    ],
)
def test_what_is_no_plain_array_is_a_wrong_type(value, words):
    got = refusal(value)
    assert got.verdict is Verdict.WRONG_TYPE
    assert words in got.message


def test_a_memory_map_is_a_wrong_type(tmp_path):
    value = np.memmap(tmp_path / "map", dtype=np.float64, mode="w+", shape=2)
    got = refusal(value)
    assert got.verdict is Verdict.WRONG_TYPE
    assert "a plain array, with np.array" in got.message


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (np.array([[1.0], None], dtype=object), "rows of different lengths"),
        (np.array(["a", "b"]), "the dtype is <U1, expected float64"),
        (
            np.array([(1, 2.0)], dtype=[("a", int), ("b", float)]),
            "return an array of plain numbers",
        ),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "datetime64[D]"),
    ],
)
def test_an_array_of_anything_but_numbers_has_a_wrong_dtype(value, words):
    got = refusal(value)
    assert got.verdict is Verdict.WRONG_DTYPE
    assert words in got.message


@pytest.mark.parametrize("dtype", ["float64", ">f8", "bool", "complex64"])
@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((1,) * 64, "the array has 64 axes, expected 1"),
        ((0, 2**50), "the array has 2 axes, expected 1"),
        ((2**50,), "far too large"),
    ],
)
def test_numbers_of_a_shape_that_cannot_cross_are_a_wrong_shape(shape, words, dtype):
    got = refusal(Returned("numpy.ndarray", dtype, shape))
    assert got.verdict is Verdict.WRONG_SHAPE
    assert words in got.message


@pytest.mark.parametrize(
    ("value", "dtype", "kept"),
    [
        (2.5, "float64", "float64"),
        (2, "float64", "float64"),
        (2, "int32", "int32"),
        (2, "complex128", "complex128"),
        (True, "bool", "bool"),
        (True, "float64", "bool"),
        (2.5, "int64", "float64"),
        (2, "bool", "int64"),
        (np.float32(2.5), "float64", "float32"),
        (np.float64(2.5), "float64", "float64"),
    ],
)
def test_a_single_number_stands_for_an_array_without_axes(value, dtype, kept):
    got = received(returned(value), (), np.dtype(dtype))
    assert isinstance(got, np.ndarray)
    assert (got.shape, got.dtype.name) == ((), kept)
    assert got == value


def test_an_integer_that_no_array_holds_is_refused():
    got = refusal(10**400, shape=())
    assert got.verdict is Verdict.WRONG_TYPE
    assert "too large" in got.message


def test_a_list_never_stands_for_a_number():
    assert refusal([2.0], shape=()).verdict is Verdict.WRONG_TYPE


@pytest.mark.parametrize(
    "lie",
    [
        Returned("numpy.ndarray", "float64", (2,), crossed=True, value=[1.0, 2.0]),
        Returned("numpy.ndarray", "float64", (2,), crossed=False, value=np.zeros(2)),
        Returned("numpy.ndarray", "float64", None),
        Returned("list", crossed=True, value=np.zeros(2)),
        Returned("x" * 10_000, crossed=True, value={}),
    ],
)
def test_a_description_that_contradicts_itself_is_refused_in_few_words(lie):
    got = refusal(lie)
    assert len(got.message) < 300
