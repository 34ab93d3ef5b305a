"""What a function returned against what it should have: a verdict and one sentence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.domain.closeness import Closeness, closeness, relative_error
from app.domain.elements import element, measure
from app.domain.explain_dtype import explain_dtype
from app.domain.explain_shape import explain_shape
from app.domain.explain_values import explain_unfinite, explain_values
from app.domain.problem import Returns
from app.domain.received import Refused, received
from app.domain.report import Element
from app.domain.tolerance import Tolerance
from app.domain.verdict import Verdict
from sandbox.protocol import Returned


@dataclass(frozen=True, slots=True)
class Comparison:
    """The judgement of one returned value.

    ``max_abs_error`` and ``max_rel_error`` are over all elements, also those that pass, and only
    known once type, shape and dtype are right; the relative one leaves out elements expected to
    be 0.
    ``worst_bad`` is the failing element with the largest absolute error.
    """

    verdict: Verdict
    message: str | None = None
    max_abs_error: float | str | None = None
    max_rel_error: float | str | None = None
    bad_count: int | None = None
    first_bad: Element | None = None
    worst_bad: Element | None = None


def compare(
    returned: Returned, expected: np.ndarray, returns: Returns, tolerance: Tolerance
) -> Comparison:
    """Judge type, then shape, then dtype, then values; nothing is ever broadcast.

    Which values count as an array is ``received``'s rule, which numbers are close is
    ``closeness``'s.  Byte order and memory layout do not matter.  ``expected`` has the dtype of
    ``returns``.
    """
    dtype = np.dtype(returns.dtype)
    actual = received(returned, expected.shape, dtype)
    if isinstance(actual, Refused):
        return Comparison(actual.verdict, actual.message)
    if actual.shape != expected.shape:
        said = explain_shape(actual.shape, expected.shape, returns.shape)
        return Comparison(Verdict.WRONG_SHAPE, said)
    if actual.dtype.newbyteorder("=") != dtype:
        return Comparison(Verdict.WRONG_DTYPE, explain_dtype(actual.dtype, dtype))
    return _values(actual, expected, tolerance)


def _values(actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance) -> Comparison:
    close = closeness(actual, expected, tolerance)
    largest = measure(close.error.max(initial=0.0))
    ratios = relative_error(close.error, expected)
    relative = measure(ratios.max()) if ratios.size else None
    if not close.bad.any():
        return Comparison(Verdict.ACCEPTED, None, largest, relative, bad_count=0)
    verdict = Verdict.NOT_FINITE if close.unfinite.any() else Verdict.WRONG_VALUE
    places = np.flatnonzero(close.bad)
    worst = int(places[_largest(close.error.ravel()[places])])
    return Comparison(
        verdict,
        _explain(actual, expected, close, worst, tolerance),
        largest,
        relative,
        bad_count=int(places.size),
        first_bad=element(actual, expected, int(places[0])),
        worst_bad=element(actual, expected, worst),
    )


def _largest(errors: np.ndarray) -> int:
    """The position of the largest error; NaN is beyond all."""
    return int(np.argmax(np.where(np.isnan(errors), np.inf, errors)))


def _explain(
    actual: np.ndarray, expected: np.ndarray, close: Closeness, worst: int, tolerance: Tolerance
) -> str:
    if close.unfinite.any():
        places = np.flatnonzero(close.unfinite)
        first = element(actual, expected, int(places[0]))
        return explain_unfinite(places.size, expected.size, first)
    error = measure(close.error.ravel()[worst])
    bad = int(np.count_nonzero(close.bad))
    exact = expected.dtype.kind in "biu"
    return explain_values(
        bad, expected.size, element(actual, expected, worst), error, tolerance, exact
    )
