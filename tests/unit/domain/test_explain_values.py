import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.explain_values import at, told_apart
from app.domain.report import Element

FINITE = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("got", "expected", "texts"),
    [
        (0.5, 0.25, ("0.5", "0.25")),
        (2.7295741, 2.7295739, ("2.7295741", "2.7295739")),
        (1.0, np.nextafter(1.0, 2.0), ("1", "1.0000000000000002")),
        (3, 4, ("3", "4")),
        ("nan", 1.0, ("nan", "1")),
    ],
)
def test_both_are_shown_in_as_few_digits_as_tell_them_apart(got, expected, texts):
    assert told_apart(got, expected) == texts


@given(FINITE, FINITE)
def test_two_different_numbers_never_read_alike(got, expected):
    left, right = told_apart(got, expected)
    assert (left != right) == (got != expected) or {left, right} == {"0", "-0"}


def test_the_place_is_named():
    where = Element(index=(0, 2), got=1.5, expected=2.5)
    assert at(where) == " at [0, 2] (returned 1.5, expected 2.5)"
