"""Does a value of the reference have the shape and dtype that the problem declares?"""

from __future__ import annotations

import numpy as np

from app.domain.case import Case
from app.domain.problem import ProblemSpec, Shape
from sandbox.protocol import Value


def dimensions(case: Case, spec: ProblemSpec) -> dict[str, int]:
    """The length of each named axis, as the case's arguments have it."""
    lengths: dict[str, int] = {}
    for parameter in spec.parameters:
        value = case.arguments[parameter.name]
        if isinstance(value, np.ndarray):
            axes = zip(parameter.shape or (), value.shape, strict=True)
            lengths |= {axis: length for axis, length in axes if isinstance(axis, str)}
        elif parameter.dimension is not None and isinstance(value, int):
            lengths[parameter.dimension] = value
    return lengths


def output_fault(value: Value, case: Case, spec: ProblemSpec) -> str | None:
    """What is wrong with ``value`` as the output for ``case``, in words, or None.

    An axis whose name no argument has may have any length.
    """
    if not isinstance(value, np.ndarray):
        return f"it returned a {type(value).__name__}, not an array"
    if value.dtype != np.dtype(spec.returns.dtype):
        return f"its dtype is {value.dtype}, the problem declares {spec.returns.dtype}"
    if not _fits(value.shape, spec.returns.shape, dimensions(case, spec)):
        declared = ", ".join(str(axis) for axis in spec.returns.shape)
        return f"its shape is {value.shape}, the problem declares [{declared}]"
    if value.dtype.kind in "fc" and not np.isfinite(value).all():
        return "it holds NaN or infinite elements"
    return None


def _fits(shape: tuple[int, ...], declared: Shape, lengths: dict[str, int]) -> bool:
    if len(shape) != len(declared):
        return False
    wanted = (lengths.get(axis) if isinstance(axis, str) else axis for axis in declared)
    return all(want is None or want == have for want, have in zip(wanted, shape, strict=True))
