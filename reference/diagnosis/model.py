"""The reference as the search asks it: steps in order, values given others, equal numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

import numpy as np

from reference.diagnosis.layouts import Layout, Pair, layouts
from reference.diagnosis.recorded import Candidate, Recorded
from reference.steps import Graph, Step, StepFailed

Array = np.ndarray[Any, Any]
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A candidate as a step: in the step's own layout through ``layout``."""

    candidate: Candidate
    layout: Layout

    @property
    def value(self) -> Array:
        return self.layout.read(self.candidate.value)


class Model:
    """One reference on one case."""

    def __init__(
        self, graph: Graph, inputs: Values, pairs: frozenset[Pair], rtol: float, atol: float
    ) -> None:
        self.graph = graph
        self.inputs = inputs
        self.pairs = pairs
        self._rtol, self._atol = rtol, atol
        self.order: list[Step] = graph.order(graph.steps)
        self.ids = [step.id for step in self.order]
        self.children = {
            id: [step.id for step in self.order if id in step.inputs.values()] for id in self.ids
        }
        self.ancestors: dict[str, set[str]] = {}
        for step in self.order:
            parents = [source for source in step.inputs.values() if source in self.graph.steps]
            self.ancestors[step.id] = set(parents).union(*(self.ancestors[p] for p in parents))
        self._equivalents = {
            id: [(function, list(signature(function).parameters)) for function in functions]
            for id, functions in graph.equivalents.items()
        }
        self.expected = self.evaluate({})

    def with_tolerance(self, tolerance: float) -> Model:
        """The same, where numbers count as equal that are so close."""
        return Model(self.graph, self.inputs, self.pairs, tolerance, tolerance)

    def on(self, inputs: Values) -> Model:
        """The same reference on another case."""
        return Model(self.graph, inputs, self.pairs, self._rtol, self._atol)

    def evaluate(
        self, given: Mapping[str, Array], values: Values | None = None, steps: Any = None
    ) -> dict[str, Any]:
        """All values with ``given`` ones in the place of steps; ``values`` are those without the
        last of ``given``, and ``steps`` other functions than the reference's.  Raises StepFailed.
        """
        computed: dict[str, Any] = dict(self.inputs)
        changed: set[str] = set()
        for step in self.order:
            if step.id in given:
                computed[step.id] = given[step.id]
                changed.add(step.id)
            elif steps and step.id in steps:
                computed[step.id] = steps[step.id].run(computed)
                changed.add(step.id)
            elif values is None or changed.intersection(step.inputs.values()):
                computed[step.id] = step.run(computed)
                changed.add(step.id)
            else:
                computed[step.id] = values[step.id]
        return computed

    def run(
        self, step: str, values: Values, steps: Mapping[str, Step] | None = None
    ) -> Array | None:
        """One step on other inputs; None where it cannot be computed."""
        try:
            return (steps or self.graph.steps)[step].run(values)
        except StepFailed:
            return None

    def error(self, value: Array) -> float:
        """How far a number may be from one of ``value``'s and still be it."""
        sizes = np.abs(value)
        largest = float(sizes[np.isfinite(sizes)].max(initial=0.0))
        return self._atol + self._rtol * largest

    def close(self, left: Any, right: Array) -> bool:
        """Whether all numbers of ``left`` are ``right``'s."""
        if not isinstance(left, np.ndarray) or left.shape != right.shape:
            return False
        return bool((np.abs(left - right) <= self.error(right)).all())

    def equivalents(self, step: str, values: Values) -> list[Array]:
        """What does for the step, where it can be computed of ``values``."""
        found = []
        for function, names in self._equivalents.get(step, ()):
            try:
                found.append(np.asarray(function(**{name: values[name] for name in names})))
            except Exception:  # An author's function of a learner's numbers may do anything.
                continue
        return found

    def find(self, value: Array, recorded: Recorded) -> Place | None:
        """The first recorded array that holds ``value``, in whatever layout; none where all its
        numbers are one, which says nothing.
        """
        if not np.isfinite(value).all() or value.size not in recorded.by_size:
            return None
        if value.size > 1 and (value == value.flat[0]).all():
            return None
        for candidate in recorded.by_size[value.size].like(value, self.error(value)):
            for layout in layouts(value.shape, candidate.value.shape, self.pairs):
                if self.close(candidate.value, layout.write(value)):
                    return Place(candidate, layout)
        return None

    def holds(self, candidate: Candidate, value: Array) -> bool:
        """Whether a candidate holds the value in some layout."""
        return any(
            self.close(candidate.value, layout.write(value))
            for layout in layouts(value.shape, candidate.value.shape, self.pairs)
        )

    def rearranged(self, value: Array, recorded: Recorded) -> list[Place]:
        """Recorded arrays of the same numbers that could be taken for ``value`` by their shape, but
        hold them in no layout of it: a wrong reshape.
        """
        found = []
        if np.isfinite(value).all() and value.size in recorded.by_size:
            for candidate in recorded.by_size[value.size].like(value, self.error(value)):
                ways = layouts(value.shape, candidate.value.shape, self.pairs)
                right = any(self.close(candidate.value, way.write(value)) for way in ways)
                if ways and not right and self.same_numbers(candidate.value, value):
                    found += [Place(candidate, way) for way in ways[:2]]
        return found

    def same_numbers(self, left: Array, right: Array) -> bool:
        """Whether one holds the other's numbers in any order."""
        if left.size != right.size or not self.close_sum(left, right):
            return False
        return self.close(np.sort(left.ravel()), np.sort(right.ravel()))

    def close_sum(self, left: Array, right: Array) -> bool:
        """A cheap look before the sums are worth sorting."""
        return bool(abs(left.sum() - right.sum()) <= right.size * self.error(right) + 1e-9)
