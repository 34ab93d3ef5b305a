"""What the author's lane of the sandbox calls to ask a reference something."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from reference.steps import Graph, GraphError, Pitfall

Values = dict[str, Any]


def answer(module: str, want: str, inputs: Mapping[str, Any], options: Mapping[str, Any]) -> Any:
    """Answer one question about the ``graph`` of ``module``, which must have been executed before.

    ``want`` is "output" (an array), "steps" ({step id: array}), "pitfalls" ({"pitfall" or
    "pitfall/variant": output array, or {"error": text} where it cannot be computed}) or "describe"
    (``Graph.describe``).  ``options`` are ``evaluate``'s (pitfall, variant, given); for "pitfalls",
    ``only`` names the ones wanted.
    Raises GraphError, LookupError for an unknown module, ValueError for an unknown question.
    """
    graph = _graph(module)
    if want == "describe":
        return graph.describe()
    with np.errstate(all="ignore"):
        if want == "output":
            return graph.evaluate(inputs, **options)[graph.output]
        if want == "steps":
            return graph.evaluate(inputs, **options)
        if want == "pitfalls":
            return _pitfalls(graph, inputs, **options)
    raise ValueError(f"{want!r} is no question: ask for output, steps, pitfalls or describe")


def _graph(module: str) -> Graph:
    graph = getattr(sys.modules.get(module), "graph", None)
    if not isinstance(graph, Graph):
        raise LookupError(f"module {module!r} holds no graph: write graph = Graph(...) in it")
    return graph


def _pitfalls(graph: Graph, inputs: Mapping[str, Any], only: list[str] | None = None) -> Values:
    wanted = graph.pitfalls if only is None else only
    outputs: Values = {}
    for id in wanted:
        pitfall = graph.pitfalls.get(id, Pitfall(id))
        for variant in pitfall.variants or (None,):
            name = id if variant is None else f"{id}/{variant}"
            outputs[name] = _mistaken_output(graph, inputs, id, variant)
    return outputs


def _mistaken_output(
    graph: Graph, inputs: Mapping[str, Any], pitfall: str, variant: str | None
) -> Any:
    try:
        return graph.evaluate(inputs, pitfall=pitfall, variant=variant)[graph.output]
    except GraphError as error:
        return {"error": str(error)}
