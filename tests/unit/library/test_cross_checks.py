"""What is said of names, sizes and texts that contradict one another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.domain.problem import ProblemSpec
from app.library.cross_checks import cross_check
from app.library.faults import Findings
from tests.builders.package import THEORY, Spec, specification


def told(*changes: Callable[[Spec], Any], whole: bool = True) -> list[tuple[str, str]]:
    content = specification()
    for change in changes:
        change(content)
    findings = Findings("problem.yaml", {(): (1, 1)})
    spec = ProblemSpec.model_validate(content)
    cross_check(spec, findings, folder="scaled-sum", theory=THEORY, whole=whole)
    return [(fault.key, fault.message) for fault in findings.faults]


def test_the_tiny_package_has_no_faults() -> None:
    assert told() == []


CASES: dict[str, tuple[Callable[[Spec], Any], tuple[str, str]]] = {
    "parameter is a keyword": (
        lambda s: s["parameters"].append({"name": "in", "dtype": "float64", "shape": "[]"}),
        ("parameters[2].name", "in is a keyword of Python"),
    ),
    "starter without the function": (
        lambda s: s.update(starter="def scaled_sum_2(x): ..."),
        ("starter", "the starter code does not contain scaled_sum"),
    ),
    "a test named like an example": (
        lambda s: s["tests"][0].update(name="Example 1"),
        ("tests[0].name", "this name is taken: Example 1 (line 1)"),
    ),
    "two equal steps": (
        lambda s: s["steps"].append(s["steps"][0]),
        ("steps[2].id", "this id is taken: total (line 1)"),
    ),
    "two equal pitfalls": (
        lambda s: s["pitfalls"].append(s["pitfalls"][1]),
        ("pitfalls[2].id", "this id is taken: no-factor (line 1)"),
    ),
    "two equal hints": (
        lambda s: s["hints"].append(s["hints"][0]),
        ("hints[1]", "this hint is taken: Rows lie along the second axis. (line 1)"),
    ),
    "unknown symbol in a step": (
        lambda s: s["steps"][0].update(shape="[B]"),
        ("steps[0].shape", "B is not one of the dimensions"),
    ),
    "unknown symbol of a dimension": (
        lambda s: s["parameters"].append({"name": "k", "dtype": "int", "dimension": "K"}),
        ("parameters[2].dimension", "K is not one of the dimensions"),
    ),
    "trace case of length one": (
        lambda s: s["trace_case"]["dimensions"].update(N=1),
        ("trace_case.dimensions.N", "N is 1"),
    ),
    "trace case for one person": (
        lambda s: s["trace_case"].update(seed="per_submission"),
        ("trace_case.seed", "the trace case is the same for everyone"),
    ),
    "trace case of constants": (
        lambda s: s["trace_case"].update(draws={"x": {"distribution": "constant"}}),
        ("trace_case.draws.x", "x is constant, which hides mistakes"),
    ),
    "drawn test is shown": (
        lambda s: s["tests"][2].update(hidden=False),
        ("tests", "no hidden test is drawn anew for each submission"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_contradictions(name: str) -> None:
    change, expected = CASES[name]
    assert expected in told(change)


def test_two_equal_parameters() -> None:
    assert ("parameters[2].name", "this name is taken: x (line 1)") in told(
        lambda s: s["parameters"].append(s["parameters"][0])
    )


def _no_points(spec: Spec) -> None:
    for case in (*spec["examples"], *spec["tests"]):
        case["points"] = 0


def test_no_points_to_earn() -> None:
    assert told(_no_points) == [("tests", "the tests give no points")]


def test_what_was_taken_out_is_not_missed() -> None:
    assert told(_no_points, lambda s: s["tests"].pop(), whole=False) == []


def test_a_symbol_of_steps_alone_needs_no_value() -> None:
    assert (
        told(
            lambda s: s["dimensions"].update(W="width of a head"),
            lambda s: s["steps"][0].update(shape="[N, W]"),
        )
        == []
    )
