"""Solutions that are right but for the precision of their numbers."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.precision import low_precision
from tests.builders.traces import INPUTS, Tracing, recorded, small_graph, small_model

MODEL = small_model().with_tolerance(1e-10)
RIGHT = MODEL.expected


def shortened(dtype):
    """All values of a solution that goes on in ``dtype`` after the first step."""
    return small_graph().evaluate(INPUTS, given={"scaled": short(dtype)})


def short(dtype):
    return RIGHT["scaled"].astype(dtype)


def traced(values):
    tracing = Tracing()
    for line, step in enumerate(MODEL.ids, 2):
        tracing.made(values[step], line)
    return recorded(tracing)


@pytest.mark.parametrize(("dtype", "names"), [("float32", ["short"]), ("float16", [])])
def test_the_first_step_that_is_only_right_to_a_short_type_is_told(dtype, names):
    values = shortened(dtype)
    found = low_precision(MODEL, traced(values), values["output"])
    assert list(found.hypothesis.given) == ["scaled"]
    assert [pitfall["id"] for pitfall in found.pitfalls] == names
    assert all(found.hypothesis.found.values())


def test_a_right_output_is_not_short():
    assert low_precision(MODEL, traced(shortened("float32")), RIGHT["output"]) is None


def test_a_wrong_output_is_not_short():
    values = shortened("float32")
    assert low_precision(MODEL, traced(values), values["output"] * 1.1) is None


def test_a_small_error_in_long_numbers_is_not_short():
    values = {**RIGHT, "output": RIGHT["output"] * (1 + 1e-7)}
    assert low_precision(MODEL, traced(values), values["output"]) is None


@pytest.mark.parametrize("output", [None, np.ones(7)])
def test_no_output_or_one_of_another_shape_is_not_short(output):
    assert low_precision(MODEL, traced(shortened("float32")), output) is None


def test_nothing_that_was_recorded_of_the_steps_is_no_finding():
    seen = recorded(Tracing().made(np.ones(5, np.float32), 2))
    assert low_precision(MODEL, seen, shortened("float32")["output"]) is None
