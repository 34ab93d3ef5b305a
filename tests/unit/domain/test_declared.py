"""A reference must return what its problem declares."""

from __future__ import annotations

import numpy as np
import pytest

from app.domain.case import Case
from app.domain.declared import dimensions, output_fault
from app.domain.problem import ProblemSpec
from tests.builders.package import specification

CASE = Case("c", False, 1, "", {"x": np.zeros((2, 3)), "factor": 2.0}, "key")


def spec(**changes):
    return ProblemSpec.model_validate(specification() | changes)


def test_lengths_come_from_arrays_and_from_scalars_bound_to_a_dimension():
    written = specification()
    written["parameters"][1] = {"name": "factor", "dtype": "int", "dimension": "H"}
    case = Case("c", False, 1, "", {"x": np.zeros((2, 3)), "factor": 4}, "key")
    bound = ProblemSpec.model_validate(written)
    assert dimensions(case, bound) == {"N": 2, "D": 3, "H": 4}


def test_the_declared_output_has_no_fault():
    assert output_fault(np.zeros(2), CASE, spec()) is None


def test_an_axis_that_no_argument_has_may_have_any_length():
    returns = {"dtype": "float64", "shape": "[K, 3]"}
    assert output_fault(np.zeros((7, 3)), CASE, spec(returns=returns)) is None
    assert output_fault(np.zeros((7, 4)), CASE, spec(returns=returns)) is not None


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        (None, "it returned a NoneType, not an array"),
        ([0.0, 0.0], "it returned a list"),
        (np.zeros(2, np.float32), "its dtype is float32, the problem declares float64"),
        (np.zeros(3), r"its shape is (3,), the problem declares [N]"),
        (np.zeros((2, 1)), r"its shape is (2, 1), the problem declares [N]"),
        (np.array([0.0, np.nan]), "it holds NaN or infinite elements"),
        (np.array([0.0, np.inf]), "it holds NaN or infinite elements"),
    ],
)
def test_faults_are_named(value, fault):
    assert fault in output_fault(value, CASE, spec())
