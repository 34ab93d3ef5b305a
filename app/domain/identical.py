"""Whether two values that came out of the sandbox are the same to the bit."""

from __future__ import annotations

import numpy as np

from sandbox.protocol import Value


def is_identical(left: Value, right: Value) -> bool:
    """Same types, shapes, dtypes, keys in the same order, bytes: NaN is NaN, -0.0 is not 0.0."""
    if isinstance(left, np.ndarray) and isinstance(right, np.ndarray):
        alike = left.dtype == right.dtype and left.shape == right.shape
        return alike and left.tobytes() == right.tobytes()
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_identical, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(map(is_identical, left.values(), right.values()))
    if isinstance(left, float) and isinstance(right, float):
        return left.hex() == right.hex()
    return type(left) is type(right) and left == right
