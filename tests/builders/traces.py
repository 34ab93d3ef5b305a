"""Traces as a recorded run gives them, made by hand."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.diagnosis.layouts import pairs_of
from reference.diagnosis.model import Model
from reference.diagnosis.recorded import Recorded
from reference.steps import Graph

LENGTHS = (2, 3, 4)
X = np.random.default_rng(3).standard_normal((2, 3, 4))
INPUTS = {"x": X, "factor": 1.75}


class Tracing:
    """Values are noted with ``made``; a span is one line, from column 0 to 10."""

    def __init__(self) -> None:
        self._spans: list[list[int]] = []
        self._calls = [[-1, -1]]
        self._records: list[list[int]] = []
        self._stacks: list[np.ndarray] = []

    def made(self, value: Any, line: int, *, call: int = 0, part: int = -1) -> Tracing:
        array = np.array(value)
        shapes = [(stack.shape[1:], stack.dtype) for stack in self._stacks]
        if (array.shape, array.dtype) not in shapes:
            self._stacks.append(np.empty((0, *array.shape), array.dtype))
            shapes.append((array.shape, array.dtype))
        index = shapes.index((array.shape, array.dtype))
        self._records.append([self._span(line), call, part, index, len(self._stacks[index])])
        self._stacks[index] = np.concatenate([self._stacks[index], array[None]])
        return self

    def called(self, line: int, *, parent: int = 0) -> int:
        """A call from this line; its number."""
        self._calls.append([parent, self._span(line)])
        return len(self._calls) - 1

    def trace(self) -> dict[str, Any]:
        return {
            "spans": np.array(self._spans, np.int64).reshape(-1, 4),
            "calls": np.array(self._calls, np.int64),
            "records": np.array(self._records, np.int64).reshape(-1, 5),
            "stacks": self._stacks,
        }

    def _span(self, line: int) -> int:
        span = [line, 0, line, 10]
        if span not in self._spans:
            self._spans.append(span)
        return self._spans.index(span)


def small_graph() -> Graph:
    """x (2, 3, 4) -> centred -> scaled -> squared -> output (2, 3), with three pitfalls."""
    graph = Graph(inputs=("x", "factor"), output="output")
    graph.step("centred", lambda x: x - x.mean(axis=-1, keepdims=True))
    graph.step("scaled", lambda centred, factor: centred * factor)
    graph.step("squared", lambda scaled: scaled**2)
    graph.step("output", lambda squared: squared.sum(axis=-1))
    graph.pitfall("no-factor", replaces="scaled")(lambda centred: centred * 1.0)
    graph.pitfall(
        "wrong-power", replaces="squared", variants={"three": {"n": 3}, "four": {"n": 4}}
    )(lambda scaled, n: scaled**n)
    graph.pitfall("mean", replaces="output")(lambda squared: squared.mean(axis=-1))
    graph.dtype_pitfall("short", "float32")
    graph.check()
    return graph


def small_model() -> Model:
    return Model(small_graph(), INPUTS, pairs_of(LENGTHS), 1e-7, 1e-9)


def recorded(tracing: Tracing, model: Model | None = None) -> Recorded:
    """The candidates of a trace of the small graph, in every size of its steps and their parts."""
    expected = (model or small_model()).expected
    sizes = {int(np.prod(v.shape[k:])) for v in map(np.asarray, expected.values()) for k in (0, 1)}
    return Recorded(tracing.trace(), sizes, INPUTS)
