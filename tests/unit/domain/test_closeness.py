"""Which numbers are close, and how far apart they are."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from app.domain.closeness import closeness, relative_error
from app.domain.tolerance import Tolerance

ANY_FLOAT = st.floats(allow_nan=True, allow_infinity=True, width=64)
TOLERANCES = st.builds(
    Tolerance,
    rtol=st.floats(0, 0.99),
    atol=st.floats(0, 1e6),
)


def pairs(elements, dtype=np.float64):
    """Two arrays of one shape, many of whose elements are equal or neighbours."""
    return hnp.arrays(dtype, st.tuples(st.just(2), st.integers(0, 6)), elements=elements).map(tuple)


@given(pairs(ANY_FLOAT), TOLERANCES)
def test_floats_agree_with_the_formula_of_numpy(pair, tolerance):
    actual, expected = pair
    close = closeness(actual, expected, tolerance)
    with np.errstate(all="ignore"):
        overflow = np.isfinite(actual) & np.isfinite(expected) & ~np.isfinite(actual - expected)
        theirs = np.isclose(
            actual, expected, rtol=tolerance.rtol, atol=tolerance.atol, equal_nan=True
        )
    np.testing.assert_array_equal(close.bad, ~theirs | overflow)


@given(pairs(st.floats(-1e300, 1e300)), TOLERANCES)
def test_finite_floats_follow_the_stated_formula(pair, tolerance):
    actual, expected = pair
    close = closeness(actual, expected, tolerance)
    with np.errstate(all="ignore"):
        passes = abs(actual - expected) <= tolerance.atol + tolerance.rtol * abs(expected)
    np.testing.assert_array_equal(close.bad, ~passes)
    np.testing.assert_array_equal(close.error, abs(actual - expected))
    assert not close.unfinite.any()


@given(hnp.arrays(np.float64, 5, elements=ANY_FLOAT))
def test_an_array_is_close_to_itself(values):
    close = closeness(values.copy(), values, Tolerance(rtol=0, atol=0))
    assert not close.bad.any()
    assert not close.error.any()


@given(pairs(st.integers(-(2**63), 2**63 - 1), np.int64))
def test_integers_must_be_equal_and_their_distance_is_exact(pair):
    actual, expected = pair
    close = closeness(actual, expected, Tolerance(rtol=0.5, atol=1e9))
    exact = [abs(int(a) - int(e)) for a, e in zip(actual, expected, strict=True)]
    assert close.bad.tolist() == [distance != 0 for distance in exact]
    assert close.error.tolist() == [float(distance) for distance in exact]


def test_booleans_must_be_equal():
    close = closeness(np.array([True, False]), np.array([True, True]), Tolerance(atol=5))
    assert close.bad.tolist() == [False, True]
    assert close.error.tolist() == [0.0, 1.0]


def test_complex_numbers_are_compared_by_modulus():
    expected = np.array([3 + 4j, 0j])
    actual = expected + np.array([0.3 + 0.4j, 0.3 + 0.4j])
    close = closeness(actual, expected, Tolerance(rtol=0.1, atol=0.1))
    assert close.error == pytest.approx([0.5, 0.5])
    assert close.bad.tolist() == [False, True]


@pytest.mark.parametrize(
    ("actual", "expected", "bad", "unfinite"),
    [
        (np.nan, np.nan, False, False),
        (np.nan, 1.0, True, True),
        (1.0, np.nan, True, False),
        (np.inf, np.inf, False, False),
        (-np.inf, np.inf, True, False),
        (np.inf, 1e308, True, True),
        (1e308, np.inf, True, False),
        (np.nan, np.inf, True, False),
        (-0.0, 0.0, False, False),
        (1e308, -1e308, True, False),
    ],
)
def test_the_rule_for_nan_and_infinity(actual, expected, bad, unfinite):
    close = closeness(np.array(actual), np.array(expected), Tolerance(atol=1e307, rtol=0.9))
    assert (bool(close.bad), bool(close.unfinite)) == (bad, unfinite)


@given(pairs(ANY_FLOAT), TOLERANCES)
def test_no_warning_leaves_the_comparison(pair, tolerance):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        close = closeness(*pair, tolerance)
        relative_error(close.error, pair[1])


def test_float32_is_compared_in_float64():
    expected = np.array([1.0], np.float32)
    actual = np.nextafter(expected, np.float32(2))
    close = closeness(actual, expected, Tolerance(rtol=1e-8, atol=0))
    assert close.bad.all()
    assert close.error[0] == 2.0**-23


def test_the_relative_error_leaves_out_zeros_and_what_is_not_finite():
    expected = np.array([0.0, 2.0, np.inf, np.nan, -4.0])
    assert relative_error(np.ones(5), expected).tolist() == [0.5, 0.25]
