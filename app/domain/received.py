"""Which returned values count as an array, by one stated rule."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from app.domain.explain_dtype import explain_no_number
from app.domain.explain_shape import explain_no_passage
from app.domain.explain_type import explain_type
from app.domain.verdict import Verdict
from sandbox.protocol import Returned

_NUMBERS = frozenset(
    name
    for kind in "? b h i q B H I Q e f d F D".split()
    for name in (str(np.dtype(kind)), str(np.dtype(kind).newbyteorder(">")))
)
"""How a child names the dtypes of arrays that cross the wall."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a returned value is no array of numbers."""

    verdict: Verdict
    message: str


def received(returned: Returned, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray | Refused:
    """The array that ``returned`` stands for where ``shape`` and ``dtype`` are expected.

    ==============================================================  ============
    an exact ``numpy.ndarray`` of numbers or booleans               itself
    the same of more axes, or longer ones, than can cross the wall  wrong_shape
    an exact ``numpy.ndarray`` of objects, texts, dates, records    wrong_dtype
    a NumPy scalar or a Python number, where the shape is ()        a 0-d array
    the same where the shape is not ()                              wrong_type
    None, a list, tuple, dict, text, function, ...                  wrong_type
    a subclass: matrix, masked array, memmap, recarray, ...         wrong_type
    ==============================================================  ============

    A Python number has no dtype of its own: an int takes an expected integer, floating or complex
    dtype, a float a floating or complex one, a bool only bool.

    The description comes from an untrusted process: what did not cross as an array is none,
    whatever its name.
    """
    value = returned.value if returned.crossed else None
    exact = returned.type_name == "numpy.ndarray"
    if exact and isinstance(value, np.ndarray) and value.dtype.kind in "biufc":
        return value
    if exact and returned.dtype is not None and not isinstance(value, np.ndarray):
        return _kept_back(returned.dtype, returned.shape, shape, dtype)
    single = None if exact or shape else _single(value, dtype)
    if single is None:
        return Refused(Verdict.WRONG_TYPE, explain_type(returned, shape))
    return single


def _kept_back(
    said_dtype: str, said_shape: tuple[int, ...] | None, shape: tuple[int, ...], dtype: np.dtype
) -> Refused:
    """Why an array did not cross; one that would have crossed as described was never there."""
    if said_shape is None or said_dtype not in _NUMBERS:
        return Refused(Verdict.WRONG_DTYPE, explain_no_number(said_dtype, dtype))
    if said_shape == shape:
        return Refused(Verdict.WRONG_TYPE, "the returned array could not be read")
    return Refused(Verdict.WRONG_SHAPE, explain_no_passage(said_shape, shape))


def _single(value: object, dtype: np.dtype) -> np.ndarray | None:
    """A number as a 0-d array, or None."""
    if isinstance(value, np.ndarray):
        return value if value.ndim == 0 and value.dtype.kind in "biufc" else None
    kinds = {bool: "b", int: "iufc", float: "fc"}.get(type(value), "")
    if dtype.kind in kinds:
        return _fitting(value, dtype)
    return np.asarray(value) if kinds and not _huge(value) else None


def _fitting(value: object, dtype: np.dtype) -> np.ndarray | None:
    try:
        with np.errstate(all="ignore"):
            return np.asarray(value, dtype=dtype)
    except OverflowError:
        return None


def _huge(value: object) -> bool:
    """Python's integers have no bound, NumPy's do."""
    return isinstance(value, int) and not -(2**63) <= value < 2**63
