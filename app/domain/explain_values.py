"""Sentences for a learner whose array has the right shape and dtype but not the right values."""

from __future__ import annotations

from app.domain.report import Element
from app.domain.tolerance import Tolerance


def explain_values(
    bad: int, size: int, worst: Element, error: float | str, tolerance: Tolerance, exact: bool
) -> str:
    """How many elements are off, and the worst of them with its error against the tolerance."""
    largest = f"{error:.3g}" if isinstance(error, float) else error
    said = f"{_of(bad, size)} off; the largest error is {largest}{at(worst)}"
    if exact:
        return f"{said}; whole numbers and booleans must be equal"
    return f"{said}; allowed is {tolerance.atol:.3g} + {tolerance.rtol:.3g} × |expected|"


def explain_unfinite(bad: int, size: int, first: Element) -> str:
    """How many elements are NaN or infinite where they should not be, and the first of them."""
    said = f"{_of(bad, size)} NaN or infinite where a finite number is expected"
    return f"{said}; the first is{at(first)}"


def _of(bad: int, size: int) -> str:
    if size == 1:
        return "the value is"
    verb = "is" if bad == 1 else "are"
    return f"all {size} values are" if bad == size else f"{bad} of {size} values {verb}"


def at(where: Element) -> str:
    """Where an element is, what was returned there and what was expected."""
    place = f" at {list(where.index)}" if where.index else ""
    return f"{place} (returned {shown(where.got)}, expected {shown(where.expected)})"


def shown(value: float | int | bool | str) -> str:
    """Short enough to read; two close values are told apart by the error, not by digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)
