"""The proof that a problem is good: one row for each claim, true or not, with its figure."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from app.domain.model import Model
from app.domain.tolerance import Tolerance

MARGIN_NEEDED = 100.0
"""A pitfall's error must be this many times the tolerance on some test, or luck may hide it."""

PRECISION_MARGIN_NEEDED = 10.0
"""The same for a pitfall that only computes in a lower precision, which lies closer by nature."""


class Claim(StrEnum):
    """What a row of the proof is about."""

    FORMULAS = "formulas"
    STEPS = "steps"
    REFERENCE = "reference"
    EXAMPLE = "example"
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    STARTER = "starter"
    PITFALL = "pitfall"
    TRACE_CASE = "trace case"


class Row(Model):
    """One claim: who it is about, whether it holds, and the figure or reason that shows it."""

    claim: Claim
    subject: str
    holds: bool
    detail: str
    margin: float | None = None


class Proof(Model):
    """All rows for one package; ``tier`` is that of the sandbox in which they were found."""

    problem: str
    tier: str
    rows: tuple[Row, ...]

    @property
    def holds(self) -> bool:
        return all(row.holds for row in self.rows)


def error_over_tolerance(actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance) -> float:
    """The largest ``|a - e| / (atol + rtol * |e|)`` over all elements.

    Infinite when the shapes differ or a value is not finite where the expected one is; 0 for no
    elements.
    """
    if actual.shape != expected.shape:
        return float("inf")
    with np.errstate(all="ignore"):
        bound = tolerance.atol + tolerance.rtol * np.abs(expected)
        difference = np.abs(np.subtract(actual, expected, dtype=_wide(actual, expected)))
        ratio = np.where(difference == 0, 0.0, difference / bound)
    return float(np.where(np.isnan(ratio), np.inf, ratio).max(initial=0.0))


def _wide(actual: np.ndarray, expected: np.ndarray) -> np.dtype:
    """float64, or complex128 where one is complex: in it the difference of booleans and unsigned
    integers is a number with a sign.
    """
    return np.result_type(actual.dtype, expected.dtype, np.float64)


def alike(left: np.ndarray, right: np.ndarray) -> bool:
    """True when two arrays hold the same numbers in some order, to six digits.

    Tracing looks for a step among a learner's values up to the order of axes; two steps that are
    alike could be taken for each other.
    """
    if left.size != right.size or left.size == 0:
        return False
    wide = _wide(left, right)
    first, second = (np.sort(array.astype(wide), axis=None) for array in (left, right))
    return bool(np.allclose(first, second, rtol=1e-6, atol=1e-9))


def alike_pairs(values: Mapping[str, np.ndarray]) -> list[tuple[str, str]]:
    """All pairs of names whose arrays could be taken for each other."""
    names = list(values)
    return [
        (left, right)
        for place, left in enumerate(names)
        for right in names[place + 1 :]
        if alike(values[left], values[right])
    ]
