import numpy as np
import pytest

from app.domain.explain_dtype import explain_no_number

FLOAT64 = np.dtype("float64")


@pytest.mark.parametrize("dtype", ["float128", "complex256"])
def test_a_wider_number_is_a_number_to_convert(dtype):
    said = explain_no_number(dtype, FLOAT64)
    assert said == f"the dtype is {dtype}, expected float64: convert it with .astype(np.float64)"


@pytest.mark.parametrize("dtype", ["<U3", "datetime64[ns]", "[('a', '<f8')]"])
def test_what_is_no_number_is_not(dtype):
    assert explain_no_number(dtype, FLOAT64).endswith("return an array of plain numbers")
