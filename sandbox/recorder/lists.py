"""Lists of numbers as arrays."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.recorder.bounds import LIST_NUMBERS

_SEQUENCES = (list, tuple)
_FLOATS = frozenset([float, *(np.dtype(kind).type for kind in "efdg")])
_NUMBERS = _FLOATS | {int}
_MOST_AXES = 8


def as_array(value: list[Any] | tuple[Any, ...]) -> np.ndarray | None:
    """Numbers, or lists or tuples of equal length of them, as float64; None for what is something
    else, holds no float, or is large.
    """
    shape, items = [len(value)], list(value[:LIST_NUMBERS])
    while items and type(items[0]) in _SEQUENCES:
        length = len(items[0])
        # A list may hold itself.
        if len(items) * length > LIST_NUMBERS or len(shape) > _MOST_AXES:
            return None
        if any(type(item) not in _SEQUENCES or len(item) != length for item in items):
            return None
        shape.append(length)
        items = [part for item in items for part in item]
    kinds = set(map(type, items))
    if len(value) > LIST_NUMBERS or not kinds <= _NUMBERS or not kinds & _FLOATS:
        return None
    try:
        return np.array(items, np.float64).reshape(shape)
    except OverflowError:
        return None
