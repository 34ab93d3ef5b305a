"""Solutions that are right but for the precision of their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.search import Hypothesis
from reference.steps import StepFailed

Array = np.ndarray[Any, Any]

_ROUNDINGS = 1000
"""Units in the last place by which a whole computation may be off."""


@dataclass(frozen=True, slots=True, eq=False)
class LowPrecision:
    """The first step that is only right to the precision of ``dtype``, and the known mistakes."""

    hypothesis: Hypothesis
    pitfalls: list[dict[str, Any]]


def low_precision(model: Model, recorded: Recorded, output: Array | None) -> LowPrecision | None:
    """None unless the output is right to a shorter floating type that was recorded, and not to the
    tolerance.
    """
    right = model.expected[model.graph.output]
    if output is None or output.shape != right.shape or model.close(output, right):
        return None
    for dtype in ("float32", "float16"):
        if dtype not in recorded.dtypes():
            continue
        loose = model.with_tolerance(float(np.finfo(dtype).eps) * _ROUNDINGS)
        if loose.close(output, right):
            return _first(model, loose, recorded, dtype)
    return None


def _first(model: Model, loose: Model, recorded: Recorded, dtype: str) -> LowPrecision | None:
    """The steps before it are right to the tolerance."""
    found: dict[str, Place | None] = {}
    given: dict[str, Place] = {}
    for step in model.ids:
        value = model.expected[step]
        found[step] = model.find(value, recorded)
        if found[step] is None:
            place = loose.find(value, recorded)
            if place is not None and not given:
                given[step] = place
            found[step] = place
    if not given:
        return None
    for step in given:
        del found[step]
    pitfalls = [
        {"id": pitfall.id, "variant": None, "step": next(iter(given))}
        for pitfall in model.graph.pitfalls.values()
        if pitfall.dtype == dtype
    ]
    try:
        values = loose.evaluate({})
    except StepFailed:
        return None
    hypothesis = Hypothesis(
        given, values, found, explained=True, known=len(pitfalls), complete=True
    )
    return LowPrecision(hypothesis, pitfalls)
