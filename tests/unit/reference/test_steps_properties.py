"""What holds for every graph of steps, shown on graphs drawn at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.steps import Cycle, Graph

INPUTS = ("x", "y")


@dataclass(frozen=True)
class Plan:
    """Sources of the steps s0, s1, ... in an order that can be computed, and how they are added."""

    sources: tuple[tuple[str, str], ...]
    order: tuple[int, ...]

    def graph(self) -> Graph:
        """Step i is 2 * left + 3 * right + i; the last step sums all, so that none is unused."""
        graph = Graph(inputs=INPUTS, output="total")
        for i in self.order:
            left, right = self.sources[i]
            graph.step(f"s{i}", combine(i), left=left, right=right)
        names = [*INPUTS, *(f"s{i}" for i in range(len(self.sources)))]
        previous = names[0]
        for position, name in enumerate(names[1:]):
            last = position == len(names) - 2
            step = "total" if last else f"sum{position}"
            graph.step(step, combine(0), left=previous, right=name)
            previous = step
        return graph

    def descendants(self, step: int) -> set[str]:
        found = {f"s{step}"}
        for i, sources in enumerate(self.sources):
            if found & set(sources):
                found.add(f"s{i}")
        return found


def combine(i: int) -> Any:
    def combined(left: Any, right: Any) -> Any:
        return 2 * left + 3 * right + i

    return combined


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    count = draw(st.integers(1, 8))
    sources = []
    for i in range(count):
        names = st.sampled_from([*INPUTS, *(f"s{j}" for j in range(i))])
        sources.append((draw(names), draw(names)))
    return Plan(tuple(sources), tuple(draw(st.permutations(range(count)))))


VALUES = {"x": np.array([1, 5]), "y": np.array([-2, 7])}


@given(plans())
def test_every_step_is_its_function_of_its_sources(plan: Plan) -> None:
    values = VALUES | plan.graph().evaluate(VALUES)
    for i, (left, right) in enumerate(plan.sources):
        assert np.array_equal(values[f"s{i}"], combine(i)(values[left], values[right]))


@given(plans())
def test_no_step_comes_before_its_sources(plan: Plan) -> None:
    seen = set(INPUTS)
    for step in plan.graph().describe()["steps"]:
        assert seen.issuperset(step["inputs"])
        seen.add(step["id"])


@given(plans(), st.data())
def test_a_step_given_its_own_value_changes_nothing(plan: Plan, data: st.DataObject) -> None:
    graph = plan.graph()
    right = graph.evaluate(VALUES)
    step = data.draw(st.sampled_from(sorted(right)))
    again = graph.evaluate(VALUES, given={step: right[step]})
    assert all(np.array_equal(again[id], right[id]) for id in right)


@given(plans(), st.data())
def test_a_given_value_reaches_exactly_what_depends_on_it(plan: Plan, data: st.DataObject) -> None:
    graph = plan.graph()
    step = data.draw(st.integers(0, len(plan.sources) - 1))
    right = graph.evaluate(VALUES)
    other = graph.evaluate(VALUES, given={f"s{step}": right[f"s{step}"] + 1})
    changed = {
        f"s{i}" for i in range(len(plan.sources)) if (other[f"s{i}"] != right[f"s{i}"]).any()
    }
    assert changed == plan.descendants(step)


@given(plans(), st.data())
def test_a_pitfall_equals_the_wrong_value_given(plan: Plan, data: st.DataObject) -> None:
    graph = plan.graph()
    step = f"s{data.draw(st.integers(0, len(plan.sources) - 1))}"
    graph.pitfall("off-by-one", replaces=step)(lambda left, right: 5 * left - right)
    wrong = graph.evaluate(VALUES, pitfall="off-by-one")
    same = graph.evaluate(VALUES, given={step: wrong[step]})
    assert all(np.array_equal(wrong[id], same[id]) for id in same)


@given(plans(), st.data())
def test_an_edge_back_from_a_descendant_is_refused(plan: Plan, data: st.DataObject) -> None:
    graph = plan.graph()
    step = data.draw(st.integers(0, len(plan.sources) - 1))
    back = data.draw(st.sampled_from(sorted(plan.descendants(step))))
    graph.rewire("ring", f"s{step}", left=back)
    with pytest.raises(Cycle, match=f"s{step}"):
        graph.check()
