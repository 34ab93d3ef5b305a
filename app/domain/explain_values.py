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
    got, expected = told_apart(where.got, where.expected)
    return f"{place} (returned {got}, expected {expected})"


Number = float | int | bool | str
_DIGITS = range(6, 18)


def told_apart(got: Number, expected: Number) -> tuple[str, str]:
    """Both in as few digits as tell them apart, at least six: equal texts would puzzle."""
    for digits in _DIGITS:
        pair = shown(got, digits), shown(expected, digits)
        if pair[0] != pair[1]:
            break
    return pair


def shown(value: Number, digits: int) -> str:
    return f"{value:.{digits}g}" if isinstance(value, float) else str(value)
