"""Simple relations between a wrong value and the right one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.diagnosis.relations import relation

RANDOM = np.random.default_rng(5)
RIGHT = RANDOM.standard_normal((3, 3))
OTHER = RANDOM.standard_normal((3, 3))
VALUES = {"other": OTHER, "step": RIGHT, "short": np.ones(2), "number": 2.0}


def close(left, right):
    return left.shape == right.shape and bool((np.abs(left - right) <= 1e-9).all())


def related(own, right=RIGHT, values=VALUES):
    return relation("step", own, right, values, close)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        (OTHER, {"kind": "same_as", "other": "other"}),
        (RIGHT[::-1], {"kind": "reversed", "axes": [0]}),
        (RIGHT[:, ::-1], {"kind": "reversed", "axes": [1]}),
        (RIGHT.T, {"kind": "exchanged", "axes": [0, 1]}),
        (np.roll(RIGHT, 1, 0), {"kind": "rolled", "axes": [0], "by": 1}),
        (np.roll(RIGHT, -1, 1), {"kind": "rolled", "axes": [1], "by": -1}),
        (RIGHT - OTHER, {"kind": "lacks", "other": "other"}),
        (RIGHT + OTHER, {"kind": "adds", "other": "other"}),
        (RIGHT * OTHER, {}),
        (np.zeros((3, 3)), {}),
    ],
)
def test_a_relation_is_found_if_there_is_one(own, expected):
    assert related(own) == expected


@given(st.floats(-8, 8).filter(lambda factor: abs(factor) > 0.01 and factor != 1))
def test_a_factor_is_measured(factor):
    found = related(factor * RIGHT)
    assert found["kind"] == "factor"
    assert found["factor"] == pytest.approx(factor)


@given(st.floats(-8, 8).filter(lambda shift: abs(shift) > 0.01))
def test_a_shift_is_measured(shift):
    found = related(RIGHT + shift)
    assert found["kind"] == "shift"
    assert found["shift"] == pytest.approx(shift)


def test_a_value_that_should_be_zero_has_no_factor():
    assert related(OTHER + 1, np.zeros((3, 3)), {}) == {}


def test_numbers_without_axes_are_related_by_a_factor():
    assert related(np.array(4.0), np.array(2.0), {}) == {"kind": "factor", "factor": 2.0}
