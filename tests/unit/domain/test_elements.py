"""Numbers as a JSON document can hold them."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.elements import element, measure, number


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (np.float64(0.1), 0.1),
        (np.float32(0.5), 0.5),
        (np.int64(-(2**63)), -(2**63)),
        (np.bool_(True), True),
        (np.float64(np.nan), "nan"),
        (np.float64(-np.inf), "-inf"),
        (np.complex128(1 - 2j), "1-2j"),
        (np.complex128(complex(np.nan, 1)), "nan+1j"),
    ],
)
def test_numbers(value, written):
    got = number(value)
    assert (got, type(got)) == (written, type(written))


def test_what_is_no_number_is_refused():
    with pytest.raises(TypeError, match="not str"):
        number("1")


@given(st.floats())
def test_every_error_can_be_written_and_read(error):
    written = json.dumps(measure(error), allow_nan=False)
    assert float(json.loads(written)) == pytest.approx(error, nan_ok=True, rel=0, abs=0)


def test_an_element_knows_its_index():
    actual, expected = np.arange(6.0).reshape(2, 3), np.zeros((2, 3))
    got = element(actual, expected, 4)
    assert (got.index, got.got, got.expected) == ((1, 1), 4.0, 0.0)


def test_an_element_of_an_array_without_axes_has_an_empty_index():
    assert element(np.array(1.0), np.array(2.0), 0).index == ()
