"""Simple relations between a learner's value and the right one, as facts to be put into words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Relation = dict[str, Any]
Close = Callable[[Any, Array], bool]


def relation(
    step: str, own: Array, right: Array, values: Mapping[str, Any], close: Close
) -> Relation:
    """The plainest that holds: the same as another value, a factor, a shift, axes exchanged or
    reversed, a term too few or too many; empty when there is none.

    ``values`` are the arguments and the steps before; ``close(a, b)`` compares as the grading does.
    """
    others = {
        name: value
        for name, value in values.items()
        if name != step and isinstance(value, np.ndarray) and value.shape == right.shape
    }
    for name, other in others.items():
        if close(own, other):
            return {"kind": "same_as", "other": name}
    return (
        _scaled(own, right, close)
        or _moved(own, right, close)
        or _term(own, right, others, close)
        or {}
    )


def _scaled(own: Array, right: Array, close: Close) -> Relation:
    weight = float(np.vdot(right, right).real)
    if weight > 0:
        factor = float(np.vdot(right, own).real) / weight
        if factor and close(own, factor * right):
            return {"kind": "factor", "factor": factor}
    shift = float((own - right).mean().real)
    if close(own, right + shift):
        return {"kind": "shift", "shift": shift}
    return {}


def _moved(own: Array, right: Array, close: Close) -> Relation:
    for axis in range(right.ndim):
        if close(own, np.flip(right, axis)):
            return {"kind": "reversed", "axes": [axis]}
    for first in range(right.ndim):
        for second in range(first + 1, right.ndim):
            if close(own, right.swapaxes(first, second)):
                return {"kind": "exchanged", "axes": [first, second]}
    for axis in range(right.ndim):
        for by in (1, -1):
            if close(own, np.roll(right, by, axis)):
                return {"kind": "rolled", "axes": [axis], "by": by}
    return {}


def _term(own: Array, right: Array, others: Mapping[str, Array], close: Close) -> Relation:
    for name, other in others.items():
        if close(own, right - other):
            return {"kind": "lacks", "other": name}
        if close(own, right + other):
            return {"kind": "adds", "other": name}
    return {}
