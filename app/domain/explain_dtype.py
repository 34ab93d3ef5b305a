"""Sentences for a learner whose array has the right shape but another dtype."""

from __future__ import annotations

import re

import numpy as np

_BY_KINDS = {
    ("i", "f"): "fractions were cut off: was an array made with an integer dtype, or // used?",
    ("b", "f"): "these are the results of a comparison, not numbers",
    ("c", "f"): "return the real part, with .real, where the imaginary one is zero",
    ("f", "i"): "convert it with .astype(...)",
    ("b", "i"): "convert it with .astype(...)",
    ("c", "i"): "return the real part as whole numbers",
    ("i", "b"): "return True and False, from a comparison or with .astype(bool)",
    ("f", "b"): "return True and False, from a comparison or with .astype(bool)",
    ("f", "c"): "convert it with .astype(complex)",
    ("i", "c"): "convert it with .astype(complex)",
}


def explain_dtype(got: np.dtype, expected: np.dtype) -> str:
    """One sentence about two different plain numeric dtypes."""
    return f"the dtype is {got.name}, expected {expected.name}{_advice(got, expected)}"


def _advice(got: np.dtype, expected: np.dtype) -> str:
    kinds = (got.kind.replace("u", "i"), expected.kind.replace("u", "i"))
    if kinds[0] == kinds[1]:
        if got.itemsize < expected.itemsize:
            return f": somewhere a {got.name} array is made, or .astype({got.name}) is called"
        return f": convert it with .astype(np.{expected.name})"
    return f": {_BY_KINDS[kinds]}" if kinds in _BY_KINDS else ""


def explain_no_number(dtype: str, expected: np.dtype) -> str:
    """One sentence about an array whose elements are no plain numbers.

    ``dtype`` is the text by which the child named it.
    """
    if dtype == "object":
        return (
            "the array holds Python objects (dtype object), not numbers: "
            "are its rows of different lengths, or is a None among them?"
        )
    advice = "return an array of plain numbers"
    if re.fullmatch(r"(float|complex)[0-9]+", dtype):
        advice = f"convert it with .astype(np.{expected.name})"
    return f"the dtype is {dtype[:60]}, expected {expected.name}: {advice}"
