"""What the author's lane of the sandbox calls to ask where a learner's solution goes wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reference.diagnosis import known
from reference.diagnosis.facts import Facts
from reference.diagnosis.layouts import pairs_of
from reference.diagnosis.model import Model
from reference.diagnosis.precision import low_precision
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.search import Hypothesis, Search
from reference.steps import Graph

Array = np.ndarray[Any, Any]


def diagnose(
    module: str,
    inputs: Mapping[str, Any],
    output: Array | None,
    finished: bool,
    trace: Mapping[str, Any],
    lengths: Sequence[int],
    tolerance: Mapping[str, float],
    checks: Sequence[Mapping[str, Any]],
    seconds: float,
) -> dict[str, Any]:
    """The facts of a diagnosis, as ``Facts`` lists them.

    ``output`` is what the learner's code returned for ``inputs``, None when it returned no array;
    ``finished`` says that it returned at all;
    ``trace`` has spans, calls, records and stacks; ``lengths`` are those of the problem's
    dimensions, ``tolerance`` has rtol and atol.  ``checks`` are further inputs, with the learner's
    outputs, on which a known mistake must also explain what came out.  The search is given up after
    ``seconds``.
    """
    graph = getattr(sys.modules.get(module), "graph", None)
    if not isinstance(graph, Graph):
        raise LookupError(f"module {module!r} holds no graph: write graph = Graph(...) in it")
    until = time.monotonic() + seconds
    with np.errstate(all="ignore"):
        model = Model(graph, inputs, pairs_of(lengths), **tolerance)
        sizes = set[int]().union(*(_sizes(model.expected[step]) for step in model.ids))
        recorded = Recorded(trace, sizes, inputs)
        output = output if isinstance(output, np.ndarray) else None
        low = low_precision(model, recorded, output)
        if low is not None:
            facts = Facts(model, recorded, low.hypothesis)
            return facts.told(low.pitfalls, output, finished=True)
        search = Search(model, recorded, output, lambda: time.monotonic() > until)
        best = search.best(_known(model, recorded, search, output))
        facts = Facts(model, recorded, best)
        pitfalls = known.named(model, best, output, checks)
        return facts.told(pitfalls, output, finished=finished)


def _sizes(value: Array) -> set[int]:
    """Of a step, and of its parts: one image, one head, one token of it."""
    return {int(np.prod(value.shape[axis:])) for axis in range(max(1, value.ndim))}


def _known(
    model: Model, recorded: Recorded, search: Search, output: Array | None
) -> Hypothesis | None:
    """The best of the known mistakes that explain the output by themselves."""
    best: Hypothesis | None = None
    if output is None or model.close(output, model.expected[model.graph.output]):
        return None
    for pitfall, variant in known.explaining(model, output):
        places = known.places(model, recorded, pitfall, variant)
        if places:
            hypothesis = search.hypothesis(places, None, len(places))
            if best is None or hypothesis.rank > best.rank:
                best = hypothesis
    return best
