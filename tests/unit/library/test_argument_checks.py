"""What is said of arguments that do not fit the parameters."""

from __future__ import annotations

from typing import Any

import pytest

from app.domain.problem import Generated, ProblemSpec
from app.library.argument_checks import check_example, check_generated, check_literals
from app.library.faults import Findings
from tests.builders.package import specification

HEADS = {"name": "heads", "dtype": "int", "dimension": "H"}
WEIGHT = {"name": "w", "dtype": "float64", "shape": "[D, D]"}
LABELS = {"name": "labels", "dtype": "int64", "shape": "[N]"}


def spec_with(*parameters: dict[str, Any]) -> ProblemSpec:
    content = specification()
    content["dimensions"]["H"] = "heads"
    content["parameters"] = [content["parameters"][0], *parameters]
    return ProblemSpec.model_validate(content)


def literals(spec: ProblemSpec, **written: Any) -> list[tuple[str, str]]:
    findings = Findings("problem.yaml", {})
    check_literals(spec, written, ("arguments",), findings)
    return [(fault.key, fault.message) for fault in findings.faults]


def generated(spec: ProblemSpec, **generate: Any) -> list[tuple[str, str]]:
    findings = Findings("problem.yaml", {})
    content = Generated.model_validate({"seed": 1, **generate})
    check_generated(spec, content, ("generate",), findings)
    return [(fault.key, fault.message) for fault in findings.faults]


def test_arguments_that_fit() -> None:
    assert literals(spec_with(HEADS, WEIGHT), x=[[1, 2]], heads=3, w=[[1, 0], [0, 1]]) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ({"x": [[1]]}, ("arguments.heads", "this argument is missing")),
        ({"x": [[1]], "heads": 1, "y": 2}, ("arguments.y", "there is no such parameter")),
        ({"x": [1], "heads": 1}, ("arguments.x", "x has 1 axis, but its shape is [N, D]")),
        ({"x": [[1, "a"]], "heads": 1}, ("arguments.x[0][1]", "'a' is not a number")),
        ({"x": [[True]], "heads": 1}, ("arguments.x[0][0]", "True is not a float64")),
        ({"x": [[float("nan")]], "heads": 1}, ("arguments.x[0][0]", "nan is not a finite float64")),
        ({"x": [[1]], "heads": 1.5}, ("arguments.heads", "1.5 is not of type int")),
        ({"x": [[1]], "heads": True}, ("arguments.heads", "True is not of type int")),
    ],
)
def test_arguments_that_do_not_fit(written: dict[str, Any], expected: tuple[str, str]) -> None:
    assert literals(spec_with(HEADS), **written) == [expected]


def test_dimensions_contradict_over_two_parameters() -> None:
    found = literals(spec_with(WEIGHT), x=[[1, 2, 3]], w=[[1, 0], [0, 1]])
    message = "D is 3 by axis 1 of x but 2 by axis"
    assert found == [("arguments.w", f"{message} {axis} of w") for axis in (0, 1)]


def test_a_scalar_contradicts_a_dimension() -> None:
    rows = {**HEADS, "dimension": "N"}
    assert literals(spec_with(rows), x=[[1], [2]], heads=3) == [
        ("arguments.heads", "N is 2 by axis 0 of x but 3 by heads")
    ]


def test_a_fixed_length() -> None:
    pair = {"name": "pair", "dtype": "float64", "shape": "[2]"}
    assert literals(spec_with(pair), x=[[1]], pair=[1, 2, 3]) == [
        ("arguments.pair", "axis 0 of pair has length 3, declared is 2")
    ]


@pytest.mark.parametrize(
    ("output", "key", "message"),
    [
        ([12], "examples[0].output", "N is 2 by axis 0 of x but 1 by axis 0 of the output"),
        ([[12, 30]], "examples[0].output", "the output has 2 axes, but its shape is [N]"),
        ([12, "b"], "examples[0].output[1]", "'b' is not a number"),
    ],
)
def test_the_printed_output_fits_the_arguments(output: Any, key: str, message: str) -> None:
    content = specification()
    content["examples"][0]["output"] = output
    findings = Findings("problem.yaml", {})
    check_example(ProblemSpec.model_validate(content), 0, findings)
    assert [(fault.key, fault.message) for fault in findings.faults] == [(key, message)]


def test_drawn_arguments_that_fit() -> None:
    assert generated(spec_with(HEADS), dimensions={"N": 2, "D": 3, "H": 1}) == []


@pytest.mark.parametrize(
    ("generate", "expected"),
    [
        ({"dimensions": {"N": 2}}, ("generate.dimensions.D", "this dimension is missing")),
        (
            {"dimensions": {"N": 2, "D": 2, "K": 1}},
            ("generate.dimensions.K", "there is no such dimension"),
        ),
        (
            {"dimensions": {"N": 2, "D": 2}, "draws": {"y": {}}},
            ("generate.draws.y", "there is no such parameter"),
        ),
        (
            {"dimensions": {"N": 2, "D": 2}, "scalars": {"y": 1}},
            ("generate.scalars.y", "there is no such parameter"),
        ),
        (
            {"dimensions": {"N": 4000, "D": 1001}},
            ("generate", "the arrays have 4004000 elements together, more than 4000000"),
        ),
        (
            {
                "dimensions": {"N": 2, "D": 2},
                "draws": {"x": {"distribution": "uniform", "high": -1}},
            },
            ("generate.draws.x", "low (-1.0) must be less than high (-1.0)"),
        ),
        (
            {"dimensions": {"N": 2, "D": 3}, "draws": {"x": {"distribution": "identity"}}},
            ("generate.draws.x", "identity needs a shape whose last two axes are equal"),
        ),
    ],
)
def test_drawn_arguments_that_do_not_fit(
    generate: dict[str, Any], expected: tuple[str, str]
) -> None:
    assert generated(spec_with(), **generate) == [expected]


def test_free_scalars_are_given_and_bound_ones_are_not() -> None:
    free = {"name": "factor", "dtype": "float"}
    sizes = {"N": 2, "D": 2, "H": 1}
    found = generated(spec_with(HEADS, free), dimensions=sizes, scalars={"heads": 2})
    assert found == [
        ("generate.scalars.heads", "heads is always H"),
        ("generate.scalars.factor", "this scalar is missing"),
    ]
    assert generated(spec_with(free), dimensions=sizes, scalars={"factor": "a"}) == [
        ("generate.scalars.factor", "'a' is not of type float")
    ]


def test_whole_numbers_need_a_draw_of_their_own() -> None:
    sizes = {"N": 2, "D": 2}
    assert generated(spec_with(LABELS), dimensions=sizes) == [
        ("generate.draws.labels", "normal values are not of dtype int64: use integers")
    ]
    draw = {"distribution": "integers", "low": 0, "high": 9}
    assert generated(spec_with({**LABELS, "draw": draw}), dimensions=sizes) == []


def test_a_huge_output_is_refused() -> None:
    content = specification()
    content["dimensions"]["M"] = "copies"
    content["returns"]["shape"] = "[N, M]"
    spec = ProblemSpec.model_validate(content)
    sizes = {"N": 4000, "D": 1, "M": 4000}
    assert generated(spec, dimensions=sizes, scalars={"factor": 1}) == [
        ("generate", "the arrays have 16000000 elements together, more than 4000000")
    ]
