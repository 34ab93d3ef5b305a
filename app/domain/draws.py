"""Arrays drawn from a seed: the same bits on every machine and with every NumPy.

NumPy's own ``standard_normal`` and its kin may change their streams between versions (NEP 19), and
then every stored expected value and every printed number would be void.  So the random bits come
from SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"), a
counter put through exact 64-bit integer arithmetic, and the floats are made from integers with
operations that IEEE 754 rounds correctly (+, -, *, /).  Each parameter has a stream of its own,
started from a hash of (seed, name), so that adding a parameter leaves the others' values alone.

``normal`` is the sum of twelve uniforms minus six (Irwin-Hall): mean 0, variance 1, smooth, within
(-6, 6), on a grid of 2**-49.  It is generic data for tests, not for statistics of tails.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from app.domain.problem import ArrayDtype, Draw

NDArray = np.ndarray

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_NORMAL_TERMS = 12
_NORMAL_BITS = 49


class DrawInvalid(ValueError):
    """The draw does not fit the dtype or the shape, or its interval is empty."""


def seed_for(submission_id: str, test: str) -> int:
    """The seed of a ``per_submission`` test: in [0, 2**63), fixed by the two names."""
    digest = hashlib.sha256(f"{submission_id}\0{test}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def check_draw(draw: Draw, dtype: ArrayDtype, shape: tuple[int | str, ...]) -> None:
    """Raise DrawInvalid if no array of this dtype and (symbolic or concrete) shape can be drawn."""
    whole = dtype in ("int64", "int32", "bool")
    if whole and draw.distribution in ("normal", "uniform"):
        raise DrawInvalid(f"{draw.distribution} values are not of dtype {dtype}: use integers")
    if draw.distribution == "integers":
        _check_integers(draw, dtype)
    if draw.distribution == "uniform" and not draw.low < draw.high:
        raise DrawInvalid(f"low ({draw.low}) must be less than high ({draw.high})")
    if draw.distribution == "constant":
        _check_constant(draw, dtype)
    if draw.distribution == "identity":
        _check_identity(draw, dtype, shape)


def _check_integers(draw: Draw, dtype: ArrayDtype) -> None:
    low, high = draw.low, draw.high
    if not (low.is_integer() and high.is_integer() and low <= high):
        raise DrawInvalid(f"low ({low}) and high ({high}) must be whole numbers, low at most high")
    bound = {"int32": 2.0**31 - 1, "bool": 1.0}.get(dtype, 2.0**53)
    if low < (0 if dtype == "bool" else -bound) or high > bound:
        raise DrawInvalid(f"[{low:.0f}, {high:.0f}] does not lie within the range of {dtype}")


def _check_constant(draw: Draw, dtype: ArrayDtype) -> None:
    if isinstance(draw.value, bool) != (dtype == "bool"):
        raise DrawInvalid(f"the value {draw.value!r} is not of dtype {dtype}")
    if dtype in ("int64", "int32") and not float(draw.value).is_integer():
        raise DrawInvalid(f"the value {draw.value!r} is not a whole number")
    bound = {"int32": 2.0**31 - 1, "int64": 2.0**53, "float32": float(np.finfo("float32").max)}
    if abs(draw.value) > bound.get(dtype, np.inf):
        raise DrawInvalid(f"the value {draw.value!r} does not fit in {dtype}")


def _check_identity(draw: Draw, dtype: ArrayDtype, shape: tuple[int | str, ...]) -> None:
    if len(shape) < 2 or shape[-1] != shape[-2]:
        raise DrawInvalid("identity needs a shape whose last two axes are equal")
    if dtype in ("int64", "int32", "bool") and draw.scale != 1.0:
        raise DrawInvalid(f"an identity of dtype {dtype} has scale 1")


def draw_array(
    draw: Draw, *, seed: int, name: str, shape: tuple[int, ...], dtype: ArrayDtype
) -> NDArray:
    """A C-contiguous array of ``shape`` and ``dtype`` from the stream of (seed, name).

    Real and imaginary parts of a complex array are drawn independently.  Raises DrawInvalid.
    """
    check_draw(draw, dtype, shape)
    if draw.distribution == "constant":
        return np.full(shape, draw.value, dtype=dtype)
    if draw.distribution == "identity":
        eye = np.eye(shape[-1], dtype=dtype) * np.asarray(draw.scale, dtype=dtype)
        return np.ascontiguousarray(np.broadcast_to(eye.astype(dtype), shape))
    if dtype == "complex128" and draw.distribution != "integers":
        real = _cast(draw, _real(draw, seed, f"{name}.real", shape), "float64")
        return _joined(real, _cast(draw, _real(draw, seed, f"{name}.imag", shape), "float64"))
    return _cast(draw, _real(draw, seed, name, shape), dtype)


def _joined(real: NDArray, imaginary: NDArray) -> NDArray:
    result = np.empty(real.shape, dtype=np.complex128)
    result.real, result.imag = real, imaginary
    return result


def _cast(draw: Draw, values: NDArray, dtype: ArrayDtype) -> NDArray:
    """Values of ``dtype``; uniform ones are kept within [low, high), also after rounding."""
    with np.errstate(over="ignore"):
        result = values.astype(dtype)
    if draw.distribution == "uniform":
        np.clip(result, *_ends(draw, np.dtype(dtype)), out=result)
    if not np.isfinite(result).all():
        raise DrawInvalid(f"values of this size do not fit in {dtype}")
    return result


def _ends(draw: Draw, dtype: np.dtype[Any]) -> tuple[NDArray, NDArray]:
    """The least value of ``dtype`` not below low and the greatest one below high."""
    with np.errstate(over="ignore"):
        first, last = np.asarray(draw.low, dtype), np.asarray(draw.high, dtype)
    if float(first) < draw.low:
        first = np.nextafter(first, np.asarray(np.inf, dtype))
    if float(last) >= draw.high:
        last = np.nextafter(last, np.asarray(-np.inf, dtype))
    if not first <= last:
        raise DrawInvalid(f"no {dtype} lies between low ({draw.low}) and high ({draw.high})")
    return first, last


def _real(draw: Draw, seed: int, name: str, shape: tuple[int, ...]) -> NDArray:
    start, count = _start(seed, name), int(np.prod(shape, dtype=np.int64))
    values: NDArray
    if draw.distribution == "normal":
        with np.errstate(over="ignore"):
            values = draw.mean + draw.scale * _normal(start, count)
    elif draw.distribution == "uniform":
        unit = (_bits(start, count, 0, 1) >> np.uint64(11)).astype(np.float64) / 2.0**53
        values = draw.low * (1.0 - unit) + draw.high * unit
    else:
        # The remainder's bias is below span / 2**64: of no weight for test data.
        span = np.uint64(int(draw.high) - int(draw.low) + 1)
        values = (_bits(start, count, 0, 1) % span).astype(np.int64) + int(draw.low)
    return np.reshape(values, shape)


def _normal(start: np.uint64, count: int) -> NDArray:
    """Twelve integers of 49 bits add up exactly below 2**53; one exact division makes the float."""
    total = np.zeros(count, dtype=np.int64)
    for term in range(_NORMAL_TERMS):
        bits = _bits(start, count, term, _NORMAL_TERMS) >> np.uint64(64 - _NORMAL_BITS)
        total += bits.astype(np.int64)
    centred = total - (_NORMAL_TERMS // 2) * 2**_NORMAL_BITS
    result: NDArray = centred.astype(np.float64) / 2.0**_NORMAL_BITS
    return result


def _start(seed: int, name: str) -> np.uint64:
    digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
    return np.uint64(int.from_bytes(digest[:8], "big"))


def _bits(start: np.uint64, count: int, offset: int, stride: int) -> NDArray:
    """Outputs number offset, offset + stride, ... of SplitMix64: ``count`` words of 64 bits."""
    counter = np.arange(count, dtype=np.uint64) * np.uint64(stride) + np.uint64(offset + 1)
    word = counter * _GAMMA + start
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    mixed: NDArray = word ^ (word >> np.uint64(31))
    return mixed
