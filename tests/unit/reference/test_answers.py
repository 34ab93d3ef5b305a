"""Questions to a reference, as the author's lane asks them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from reference.answers import answer
from reference.steps import Graph, UnknownName

MODULE = "reference.tested_here"
INPUTS = {"x": np.array([1.0, 4.0])}


@pytest.fixture(autouse=True)
def module() -> Iterator[ModuleType]:
    graph = Graph(inputs=("x",), output="root")
    graph.step("double", lambda x: 2 * x)
    graph.step("root", lambda double: np.sqrt(double))
    graph.pitfall("no-root", replaces="root")(lambda double: double)
    graph.pitfall("power", replaces="root", variants={"3": {"n": 3}, "4": {"n": 4}})(power)
    graph.pitfall("broken", replaces="root")(lambda double: double @ np.ones(3))
    module = ModuleType(MODULE)
    vars(module)["graph"] = graph
    sys.modules[MODULE] = module
    yield module
    del sys.modules[MODULE]


def power(double: Any, n: int) -> Any:
    return double**n


def ask(want: str, **options: Any) -> Any:
    return answer(MODULE, want, INPUTS, options)


def test_output() -> None:
    assert np.array_equal(ask("output"), np.sqrt([2.0, 8.0]))


def test_output_with_options() -> None:
    assert ask("output", pitfall="no-root").tolist() == [2.0, 8.0]
    assert ask("output", pitfall="power", variant="3").tolist() == [8.0, 512.0]
    assert ask("output", given={"double": np.array([9.0, 9.0])}).tolist() == [3.0, 3.0]


def test_steps() -> None:
    assert {id: value.tolist() for id, value in ask("steps").items()} == {
        "double": [2.0, 8.0],
        "root": np.sqrt([2.0, 8.0]).tolist(),
    }


def test_every_pitfall_and_variant_is_answered_and_one_that_fails_says_why() -> None:
    outputs = ask("pitfalls")
    assert list(outputs) == ["no-root", "power/3", "power/4", "broken"]
    assert outputs["power/4"].tolist() == [16.0, 4096.0]
    assert outputs["broken"]["error"].startswith("step 'root': ValueError")


def test_only_some_pitfalls() -> None:
    assert list(ask("pitfalls", only=["power"])) == ["power/3", "power/4"]


def test_an_unknown_pitfall_is_an_error_of_its_own() -> None:
    assert "'nothing'" in ask("pitfalls", only=["nothing"])["nothing"]["error"]
    with pytest.raises(UnknownName):
        ask("output", pitfall="nothing")


def test_describe() -> None:
    assert [step["id"] for step in ask("describe")["steps"]] == ["double", "root"]


def test_infinities_and_nan_are_answers_without_warnings() -> None:
    root = answer(MODULE, "output", {"x": np.array([-1.0, np.inf])}, {})
    assert np.isnan(root[0])
    assert root[1] == np.inf


def test_what_cannot_be_asked() -> None:
    with pytest.raises(ValueError, match="'outputs'"):
        ask("outputs")
    with pytest.raises(LookupError, match=r"reference\.absent"):
        answer("reference.absent", "output", INPUTS, {})
