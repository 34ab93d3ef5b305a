"""Tests made concrete: order, types, seeds and keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from app.domain.cases import (
    TRACE_CASE,
    arguments_key,
    concrete_shape,
    drawn_arguments,
    literal_arguments,
    run_cases,
    submit_cases,
    trace_case,
)
from app.domain.problem import Generated, Problem, ProblemSpec
from app.library.package import load_package
from tests.builders.package import REFERENCES, specification, write_package


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    folder: Path = write_package(tmp_path_factory.mktemp("problems"))
    return load_package(folder, shipped=False, references=REFERENCES)


def test_examples_first_then_tests(problem: Problem) -> None:
    cases = submit_cases(problem, "s1")
    assert [case.name for case in cases] == ["Example 1", "one row", "generic", "drawn for you"]
    assert [case.points for case in cases] == [1, 1, 2, 2]
    assert [case.hidden for case in cases] == [False, False, False, True]
    assert [case.repeatable for case in cases] == [True, True, True, False]
    assert cases[0].why == "The sums are 6 and 15."


def test_a_run_has_the_examples_alone(problem: Problem) -> None:
    (case,) = run_cases(problem)
    x = case.arguments["x"]
    assert isinstance(x, np.ndarray)
    assert x.dtype == np.float64
    assert x.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert case.arguments["factor"] == 2.0
    assert case.key == submit_cases(problem, "s1")[0].key


def test_arguments_are_in_the_order_of_the_parameters(problem: Problem) -> None:
    content = specification()
    content["examples"][0]["arguments"] = {"factor": 2, "x": [[1]]}
    spec = ProblemSpec.model_validate(content)
    arguments = literal_arguments(spec, spec.examples[0].arguments)
    assert list(arguments) == ["x", "factor"]
    assert type(arguments["factor"]) is float
    assert all(list(case.arguments) == ["x", "factor"] for case in submit_cases(problem, "s"))


def test_only_the_drawn_test_differs_between_submissions(problem: Problem) -> None:
    first, again, other = (submit_cases(problem, s) for s in ("s1", "s1", "s2"))
    assert [case.key for case in first] == [case.key for case in again]
    same = [a.key == b.key for a, b in zip(first, other, strict=True)]
    assert same == [True, True, True, False]
    assert first[3].arguments["x"].shape == (5, 2)  # type: ignore[union-attr]


def test_the_trace_case_is_public_and_ungraded(problem: Problem) -> None:
    case = trace_case(problem)
    assert (case.name, case.points, case.hidden) == (TRACE_CASE, 0, False)
    assert case.arguments["factor"] == 1.25
    assert case.key == trace_case(problem).key


def test_a_scalar_bound_to_a_dimension_has_its_value() -> None:
    content: dict[str, Any] = specification()
    content["parameters"].append({"name": "rows", "dtype": "int", "dimension": "N"})
    spec = ProblemSpec.model_validate(content)
    generate = Generated(seed=1, dimensions={"N": 3, "D": 2}, scalars={"factor": 2})
    arguments = drawn_arguments(spec, generate, 1)
    assert arguments["rows"] == 3
    assert type(arguments["factor"]) is float


def test_concrete_shape() -> None:
    assert concrete_shape(("B", 3, "N"), {"B": 2, "N": 5}) == (2, 3, 5)
    with pytest.raises(KeyError):
        concrete_shape(("K",), {"B": 2})


@given(arrays.arrays(np.float64, arrays.array_shapes(max_dims=3, max_side=3)))
def test_the_key_does_not_depend_on_memory_layout(array: np.ndarray) -> None:
    swapped = array.astype(array.dtype.newbyteorder())
    for other in (array.copy(), np.asfortranarray(array), swapped, array[::-1][::-1]):
        assert arguments_key({"x": other}) == arguments_key({"x": array})


GOLDEN_KEY = "37a52859602d963e763fe36a8afd398d2e839b6d033aa52be286aef453d33786"
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), st.text())


@given(SCALARS, SCALARS)
def test_keys_are_equal_only_for_equal_values(one: object, other: object) -> None:
    same = type(one) is type(other) and repr(one) == repr(other)
    keys = [arguments_key({"x": value}) for value in (one, other)]  # type: ignore[dict-item]
    assert (keys[0] == keys[1]) is same


def test_keys_tell_apart_what_bytes_alone_would_not() -> None:
    zeros = np.zeros((2, 3))
    told_apart = [
        {"x": zeros},
        {"y": zeros},
        {"x": zeros.T},
        {"x": zeros.reshape(6)},
        {"x": zeros.astype(np.int64)},
        {"x": zeros, "y": 0},
        {"x": -zeros},
        {"x": 0},
        {"x": 0.0},
        {"x": False},
        {"x": "0"},
    ]
    assert len({arguments_key(arguments) for arguments in told_apart}) == len(told_apart)  # type: ignore[arg-type]


def test_the_key_is_a_promise() -> None:
    arguments = {"x": np.array([[1.0, -0.5]]), "n": 3, "f": 0.1, "b": True, "s": "é"}
    assert arguments_key(arguments) == GOLDEN_KEY  # type: ignore[arg-type]
