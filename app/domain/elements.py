"""Elements of an array as the report writes them: JSON has no NaN, infinity or complex number."""

from __future__ import annotations

from typing import Any

import numpy as np

from app.domain.report import Element


def number(value: Any) -> float | int | bool | str:
    """A Python number; NaN and infinities as "nan", "inf", "-inf", a complex number as "1+2j"."""
    plain = value.item() if isinstance(value, np.generic | np.ndarray) else value
    if isinstance(plain, complex):
        return repr(plain).strip("()")
    if isinstance(plain, float) and not np.isfinite(plain):
        return str(plain)
    if isinstance(plain, bool | int | float):
        return plain
    raise TypeError(f"an element of a report is a number, not {type(plain).__name__}")


def measure(value: float) -> float | str:
    """An error as the report writes it; NaN and infinities as text."""
    return float(value) if np.isfinite(value) else str(float(value))


def element(actual: np.ndarray, expected: np.ndarray, place: int) -> Element:
    """The element at flat position ``place`` of two arrays of one shape."""
    index = tuple(int(axis) for axis in np.unravel_index(place, expected.shape))
    return Element(index=index, got=number(actual[index]), expected=number(expected[index]))
