"""The graph of steps: binding, order, mistakes, substitution, and what is refused."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from reference.steps import (
    Cycle,
    DuplicateId,
    Graph,
    NoEffect,
    StepFailed,
    UnknownName,
)


def scaled_sum() -> Graph:
    """output = scaled + y, scaled = factor * x."""
    graph = Graph(inputs=("x", "y", "factor"), output="output")

    @graph.step
    def scaled(x: Any, factor: Any) -> Any:
        return factor * x

    @graph.step("output")
    def add(scaled: Any, y: Any) -> Any:
        return scaled + y

    return graph


INPUTS = {"x": np.array([1.0, 2.0]), "y": np.array([10.0, 20.0]), "factor": 3}
TOWER_INPUTS = {"x": np.array([1.0]), "w0": np.array([2.0]), "w1": np.array([3.0])}


def values(graph: Graph, **options: Any) -> dict[str, list[float]]:
    return {id: value.tolist() for id, value in graph.evaluate(INPUTS, **options).items()}


class TestBinding:
    def test_parameters_are_inputs_and_earlier_steps(self) -> None:
        assert values(scaled_sum()) == {"scaled": [3.0, 6.0], "output": [13.0, 26.0]}

    def test_one_function_serves_two_steps(self) -> None:
        graph = Graph(inputs=("x",), output="b")
        graph.step("a", double, x="x")
        graph.step("b", double, x="a")
        assert graph.evaluate({"x": np.array([1.0])})["b"].tolist() == [4.0]

    def test_a_default_stays_unless_bound(self) -> None:
        def power(x: Any, exponent: int = 2) -> Any:
            return x**exponent

        graph = Graph(inputs=("x", "n"), output="b")
        graph.step("a", power)
        graph.step("b", power, x="a", exponent="n")
        result = graph.evaluate({"x": np.array([3.0]), "n": 3})
        assert (result["a"].item(), result["b"].item()) == (9.0, 729.0)

    def test_the_order_of_definition_does_not_matter(self) -> None:
        graph = Graph(inputs=("x",), output="last")
        graph.step("last", double, x="first")
        graph.step("first", double, x="x")
        assert list(graph.evaluate({"x": np.array([1.0])})) == ["first", "last"]

    def test_a_binding_of_no_parameter_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="'z'"):
            Graph(inputs=("x",), output="a").step("a", double, z="x")


class TestValues:
    def test_inputs_stay_as_they_are_and_results_are_read_only(self) -> None:
        graph = Graph(inputs=("x",), output="same")
        graph.step("same", lambda x: x)
        x = np.array([1.0])
        same = graph.evaluate({"x": x})["same"]
        x[0] = 2.0
        assert same.tolist() == [1.0]
        assert not same.flags.writeable

    def test_a_step_that_writes_into_its_input_fails_and_says_so(self) -> None:
        def clear(x: Any) -> Any:
            x[0] = 0.0
            return x

        graph = Graph(inputs=("x",), output="clear")
        graph.step(clear)
        x = np.array([1.0])
        with pytest.raises(StepFailed, match=r"'clear'.*read-only"):
            graph.evaluate({"x": x})
        assert x.tolist() == [1.0]

    @pytest.mark.parametrize("dtype", ["float64", "float32", "int64", "bool", "complex128"])
    def test_dtypes_are_kept(self, dtype: str) -> None:
        graph = Graph(inputs=("x",), output="view")
        graph.step("view", lambda x: np.broadcast_to(x, (3, 2)))
        assert graph.evaluate({"x": np.ones(2, dtype)})["view"].dtype == dtype

    @pytest.mark.parametrize("value", [None, "text", [[1.0], [1.0, 2.0]], {"a": 1}])
    def test_a_step_must_return_numbers(self, value: Any) -> None:
        graph = Graph(inputs=("x",), output="bad")
        graph.step("bad", lambda x: value)
        with pytest.raises(StepFailed, match="'bad'"):
            graph.evaluate({"x": np.ones(1)})

    @pytest.mark.parametrize("names", [("x",), ("x", "y", "factor", "more")])
    def test_exactly_the_declared_inputs_are_wanted(self, names: tuple[str, ...]) -> None:
        with pytest.raises(UnknownName, match=r"'factor'|'more'"):
            scaled_sum().evaluate(dict.fromkeys(names, np.ones(1)))


class TestGiven:
    def test_what_follows_is_computed_from_the_given_value(self) -> None:
        given = {"scaled": np.array([100.0, 200.0])}
        assert values(scaled_sum(), given=given)["output"] == [110.0, 220.0]

    def test_an_unknown_step_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="'scald'"):
            scaled_sum().evaluate(INPUTS, given={"scald": np.ones(2)})


class TestPitfalls:
    def test_a_replacement_keeps_the_bindings_of_its_step(self) -> None:
        graph = Graph(inputs=("x",), output="b")
        graph.step("a", double, x="x")
        graph.step("b", double, x="a")
        graph.pitfall("triple", replaces=("a", "b"))(lambda x: 3 * x)
        assert graph.evaluate({"x": np.array([1.0])}, pitfall="triple")["b"].item() == 9.0

    def test_a_replacement_may_have_sources_of_its_own(self) -> None:
        graph = scaled_sum()
        graph.pitfall("twice", replaces="output", other="x")(lambda scaled, other: scaled + other)
        assert values(graph, pitfall="twice")["output"] == [4.0, 8.0]

    def test_rewiring_keeps_the_function(self) -> None:
        graph = scaled_sum()
        graph.rewire("unscaled", "output", scaled="x")
        assert values(graph, pitfall="unscaled")["output"] == [11.0, 22.0]

    def test_variants_fix_parameters(self) -> None:
        graph = scaled_sum()
        by = {"half": {"factor": 0.5}, "none": {"factor": 0.0}}
        graph.pitfall("wrong-factor", replaces="scaled", variants=by)(lambda x, factor: x * factor)
        assert values(graph, pitfall="wrong-factor", variant="half")["scaled"] == [0.5, 1.0]
        assert values(graph, pitfall="wrong-factor", variant="none")["output"] == [10.0, 20.0]
        with pytest.raises(UnknownName, match="'half', 'none'"):
            graph.evaluate(INPUTS, pitfall="wrong-factor")

    def test_changes_of_one_id_add_up(self) -> None:
        graph = scaled_sum()
        graph.rewire("both", "output", y="x")
        graph.pitfall("both", replaces="scaled")(lambda x: -x)
        assert values(graph, pitfall="both") == {"scaled": [-1.0, -2.0], "output": [0.0, 0.0]}

    def test_single_precision_computes_in_it_and_returns_doubles(self) -> None:
        graph = Graph(inputs=("x",), output="root")
        graph.step("root", np_sqrt)
        graph.dtype_pitfall("float32", "float32")
        root = graph.evaluate({"x": np.array([2.0])}, pitfall="float32")["root"]
        assert root.dtype == np.float64
        assert root.item() == float(np.float32(math.sqrt(2.0)))

    def test_the_right_graph_is_left_alone(self) -> None:
        graph = scaled_sum()
        graph.pitfall("negative", replaces="scaled")(lambda x: -x)
        assert values(graph)["output"] == [13.0, 26.0]

    def test_an_unknown_pitfall_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="'no-scale'"):
            scaled_sum().evaluate(INPUTS, pitfall="no-scale")


class TestInclude:
    def tower(self) -> Graph:
        """Two blocks, each its input plus its weight times its input."""
        block = Graph(inputs=("x", "w"), output="out")
        block.step("part", lambda x, w: w * x)
        block.step("out", lambda x, part: x + part)
        block.pitfall("no-weight", replaces="part")(lambda x: x)
        graph = Graph(inputs=("x", "w0", "w1"), output="block[1].out")
        first = graph.include("block[0]", block, w="w0")
        graph.include("block[1]", block, x=first, w="w1")
        return graph

    def test_steps_are_prefixed_and_bound(self) -> None:
        result = self.tower().evaluate(TOWER_INPUTS)
        assert list(result) == ["block[0].part", "block[0].out", "block[1].part", "block[1].out"]
        assert result["block[1].out"].item() == 12.0

    def test_a_mistake_is_made_in_every_copy(self) -> None:
        result = self.tower().evaluate(TOWER_INPUTS, pitfall="no-weight")
        assert result["block[1].out"].item() == 4.0

    def test_an_unknown_input_is_refused(self) -> None:
        with pytest.raises(UnknownName, match="'v'"):
            Graph(inputs=("x",), output="s.output").include("s", scaled_sum(), v="x")


class TestRefused:
    def refused(self, graph: Graph, error: type[Exception], match: str) -> None:
        with pytest.raises(error, match=match):
            graph.describe()

    def test_an_output_that_is_no_step(self) -> None:
        self.refused(Graph(inputs=(), output="z"), UnknownName, "output.*'z'")

    def test_a_source_that_is_unknown(self) -> None:
        graph = Graph(inputs=("x",), output="a")
        graph.step("a", double, x="w")
        self.refused(graph, UnknownName, "'a'.*'w'.*'x'")

    def test_a_ring(self) -> None:
        graph = Graph(inputs=("x",), output="a")
        graph.step("a", lambda x, b: x + b)
        graph.step("b", lambda a: a)
        self.refused(graph, Cycle, "a -> b -> a")

    def test_a_step_without_influence(self) -> None:
        graph = scaled_sum()
        graph.step("idle", double)
        self.refused(graph, NoEffect, "'idle'")

    def test_an_input_without_influence(self) -> None:
        graph = Graph(inputs=("x", "idle"), output="a")
        graph.step("a", double)
        self.refused(graph, NoEffect, "'idle'")

    @pytest.mark.parametrize("id", ["scaled", "x"])
    def test_an_id_that_is_taken(self, id: str) -> None:
        with pytest.raises(DuplicateId, match=id):
            scaled_sum().step(id, double)

    def test_a_pitfall_of_an_unknown_step(self) -> None:
        with pytest.raises(UnknownName, match=r"'oops'.*'scald'"):
            scaled_sum().rewire("oops", "scald", x="y")

    def test_a_pitfall_that_changes_a_step_twice(self) -> None:
        graph = scaled_sum()
        graph.rewire("oops", "output", scaled="x")
        with pytest.raises(DuplicateId, match="'output'"):
            graph.rewire("oops", "output", y="x")

    def test_a_pitfall_that_changes_nothing(self) -> None:
        graph = scaled_sum()
        graph.rewire("oops", "output", scaled="scaled")
        self.refused(graph, NoEffect, "'oops'")

    def test_a_pitfall_that_makes_a_ring(self) -> None:
        graph = scaled_sum()
        graph.rewire("oops", "scaled", x="output")
        self.refused(graph, Cycle, "scaled -> output -> scaled")


def test_the_description_is_plain_data() -> None:
    graph = scaled_sum()
    graph.rewire("unscaled", "output", scaled="x")
    by = {"half": {"factor": 0.5}}
    graph.pitfall("wrong-factor", replaces="scaled", variants=by)(lambda x, factor: x * factor)
    graph.dtype_pitfall("float32", "float32")
    assert graph.describe() == {
        "inputs": ["x", "y", "factor"],
        "output": "output",
        "steps": [
            {"id": "scaled", "inputs": ["x", "factor"]},
            {"id": "output", "inputs": ["scaled", "y"]},
        ],
        "pitfalls": [
            described("unscaled", "rewire", replaces=["output"]),
            described("wrong-factor", "replace", replaces=["scaled"], variants=["half"]),
            described("float32", "dtype", dtype="float32"),
        ],
    }


def described(id: str, kind: str, **facts: Any) -> dict[str, Any]:
    return {"id": id, "kind": kind, "variants": [], "replaces": [], "dtype": None} | facts


def double(x: Any) -> Any:
    return 2 * x


def np_sqrt(x: Any) -> Any:
    return np.sqrt(x)
