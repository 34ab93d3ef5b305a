"""How far returned numbers are from the expected ones, element by element, without a warning."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.domain.tolerance import Tolerance


@dataclass(frozen=True, slots=True)
class Closeness:
    """Arrays of the expected shape.

    ``error`` is |a - e| in float64: 0 where both are NaN or the same infinity, NaN or inf where
    only one of the two is.  ``bad`` marks the elements that fail, ``unfinite`` those that are NaN
    or infinite where a finite number is expected.
    """

    error: np.ndarray
    bad: np.ndarray
    unfinite: np.ndarray


def closeness(actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance) -> Closeness:
    """Compare two arrays of the same shape and dtype.

    Integers and booleans must be equal.  Floating and complex numbers pass when
    ``|a - e| <= atol + rtol * |e|``, by modulus for complex ones; NaN matches only NaN, an infinity
    only itself, -0.0 equals 0.0, and a difference too large for float64 is never close.
    """
    if expected.dtype.kind in "biu":
        return _exact(actual, expected)
    with np.errstate(all="ignore"):
        return _within(_wide(actual), _wide(expected), tolerance)


def _exact(actual: np.ndarray, expected: np.ndarray) -> Closeness:
    bad = np.asarray(actual != expected)
    return Closeness(error=_distance(actual, expected), bad=bad, unfinite=np.zeros_like(bad))


def _distance(actual: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """|a - e| of integers, which always fits in 64 bits without a sign."""
    if expected.dtype.kind == "b":
        return np.asarray(actual != expected).astype(np.float64)
    a, e = actual.astype(np.uint64), expected.astype(np.uint64)
    return np.where(actual > expected, a - e, e - a).astype(np.float64)


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _within(actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance) -> Closeness:
    same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    error = np.where(same, 0.0, np.abs(actual - expected))
    bound = tolerance.atol + tolerance.rtol * np.abs(expected)
    finite = np.isfinite(actual) & np.isfinite(expected) & np.isfinite(error)
    return Closeness(
        error=error,
        bad=np.asarray(~(same | (finite & (error <= bound)))),
        unfinite=np.asarray(np.isfinite(expected) & ~np.isfinite(actual)),
    )


def relative_error(error: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """error / |e| of the elements whose expected value is a finite number other than 0, flat."""
    with np.errstate(all="ignore"):
        size = np.abs(_wide(expected))
        counts = np.isfinite(size) & (size > 0)
        return np.asarray(error[counts] / size[counts])
