import numpy as np
import pytest

from app.services.claims.examples import examples_true
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers


def _row(output, *, decimals=6, exact=(12.0, 30.0)):
    spec = scaled_sum().spec
    example = spec.examples[0].model_copy(update={"output": output, "decimals": decimals})
    problem = scaled_sum(spec=spec.model_copy(update={"examples": (example,)}))
    (row,) = examples_true(problem, FakeAnswers(output=lambda case: np.array(exact)))
    return row


def test_a_true_example_holds_to_its_decimals():
    row = _row([12.35, 30.0], decimals=2, exact=(12.345001, 30.0))
    assert row.holds
    assert row.detail == "equal to 2 decimals"


@pytest.mark.parametrize("exact", [12.3449, 12.3551])
def test_a_last_decimal_that_is_off_is_named_with_both_values(exact):
    row = _row([12.35, 30.0], decimals=2, exact=(exact, 30.0))
    assert not row.holds
    assert "at [0] printed 12.35, the reference gives " in row.detail


def test_an_example_of_another_shape_is_not_compared_by_broadcasting():
    row = _row([[12.0, 30.0]])
    assert not row.holds
    assert "printed with shape (1, 2), the reference returns (2,)" in row.detail


@pytest.mark.parametrize(
    ("output", "exact", "detail"),
    [
        ([True, False], np.array([True, True]), "at [1] printed False, the reference gives True"),
        ([1, 2**62], np.array([1, 2**62 + 1]), f"the reference gives {2**62 + 1}"),
        ([-7, 3], np.array([-7, 4], "i4"), "at [1] printed 3, the reference gives 4"),
        ([0.25, 2.5], np.array([0.25, 2.75], "f4"), "printed 2.5, the reference gives 2.75"),
        (["1+2j", 1], np.array([1 + 2j, 1 + 1j]), "printed (1+0j), the reference gives 1.00+1.00j"),
    ],
    ids=["bool", "int64", "int32", "float32", "complex128"],
)
def test_an_example_of_any_dtype(output, exact, detail):
    false = _row(output, decimals=2, exact=exact)
    assert not false.holds
    assert detail in false.detail
    assert _row(output, decimals=2, exact=[exact[0], exact.dtype.type(output[1])]).holds
