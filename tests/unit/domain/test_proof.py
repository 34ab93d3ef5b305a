import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.proof import Claim, Proof, Row, alike, alike_pairs, error_over_tolerance
from app.domain.tolerance import Tolerance

TOLERANCE = Tolerance(rtol=1e-8, atol=1e-8)


def test_error_over_tolerance_is_the_error_in_units_of_the_bound():
    expected = np.array([0.0, 1.0])
    actual = np.array([0.0, 1.0 + 4e-6])
    assert error_over_tolerance(actual, expected, TOLERANCE) == pytest.approx(200, rel=1e-6)


def test_zero_tolerance_and_zero_error_is_no_error():
    exact = Tolerance(rtol=0, atol=0)
    assert error_over_tolerance(np.ones(3), np.ones(3), exact) == 0
    assert error_over_tolerance(np.array([1.0]), np.array([2.0]), exact) == np.inf


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_a_value_that_is_not_finite_is_off_beyond_measure(bad):
    assert error_over_tolerance(np.array([bad]), np.array([1.0]), TOLERANCE) == np.inf


def test_another_shape_is_off_beyond_measure():
    assert error_over_tolerance(np.ones((1, 2)), np.ones(2), TOLERANCE) == np.inf


def test_booleans_and_unsigned_integers_are_subtracted_with_a_sign():
    off = error_over_tolerance(np.array([True]), np.array([False]), TOLERANCE)
    assert off == pytest.approx(1e8)
    small = error_over_tolerance(np.array([1], "u1"), np.array([2], "u1"), TOLERANCE)
    assert small == pytest.approx(1 / 3e-8)


def test_no_elements_no_error():
    assert error_over_tolerance(np.ones((0, 3)), np.ones((0, 3)), TOLERANCE) == 0


@given(st.permutations(list(range(6))))
def test_alike_sees_through_any_order(order):
    values = np.array([0.5, -1.25, 3.0, 4.0, -0.125, 2.0])
    assert alike(values[list(order)].reshape(2, 3), values)


def test_alike_looks_at_imaginary_parts():
    values = np.array([1 + 2j, 1 - 3j, 0.5j])
    assert alike(values[::-1], values)
    assert not alike(values.conj(), values)
    assert not alike(values.real, values)
    assert not alike(values, values.real)


@pytest.mark.parametrize("dtype", ["?", "u1", "i8", "f4", "c8", "c16"])
def test_alike_takes_arrays_of_different_dtypes(dtype):
    values = np.array([1, 0, 1, 1], dtype)
    assert alike(values, np.array([1.0, 1.0, 0.0, 1.0]))
    assert not alike(values, np.array([1.0, 0.0, 0.0, 1.0]))


def test_alike_pairs_names_only_the_pairs_that_could_be_confused():
    generic = np.array([[1.0, 2.0], [3.0, 4.0]])
    values = {"q": generic, "k": generic.T, "v": generic + 1, "mask": np.ones(3)}
    assert alike_pairs(values) == [("q", "k")]


def test_a_proof_holds_only_if_every_row_does():
    good = Row(claim=Claim.EXAMPLE, subject="one", holds=True, detail="")
    assert Proof(problem="p", tier="flat", rows=(good,)).holds
    bad = good.model_copy(update={"holds": False})
    assert not Proof(problem="p", tier="flat", rows=(good, bad)).holds
