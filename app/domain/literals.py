"""Written values made exact: arrays of the declared dtype, Python scalars of the declared type.

The rules, so that a number never changes its meaning in silence: integers and booleans are never
converted into one another; a float array takes integers that it can hold exactly; a complex array
also takes text such as ``"1+2j"``; rows must have equal lengths; everything must be finite.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from app.domain.problem import ArrayDtype, Parameter
from sandbox.protocol import Value

NDArray = np.ndarray


class LiteralInvalid(ValueError):
    """A written value does not fit what is declared; ``index`` says where in the nested lists."""

    def __init__(self, message: str, index: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.message, self.index = message, index


def literal(value: Any, parameter: Parameter) -> Value:
    """The argument that ``value`` stands for; raises LiteralInvalid."""
    if (dtype := parameter.array_dtype) is not None:
        return literal_array(value, dtype)
    return _scalar(value, parameter.dtype)


def literal_array(value: Any, dtype: ArrayDtype) -> NDArray:
    """Nested lists (or one number, for shape ``[]``) as a C-contiguous array of ``dtype``."""
    shape = _shape(value, ())
    flat: list[Any] = []
    _flatten(value, shape, (), dtype, flat)
    return np.array(flat, dtype=dtype).reshape(shape)


def _shape(value: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """The lengths met on the way down the first items."""
    if not isinstance(value, list | tuple):
        return shape
    inner = (*shape, len(value))
    return _shape(value[0], inner) if value else inner


def _flatten(
    value: Any, shape: tuple[int, ...], index: tuple[int, ...], dtype: ArrayDtype, into: list[Any]
) -> None:
    if not shape:
        into.append(_element(value, dtype, index))
        return
    if not isinstance(value, list | tuple):
        raise LiteralInvalid(f"a list of {shape[0]} is needed here, not {value!r}", index)
    if len(value) != shape[0]:
        raise LiteralInvalid(
            f"this list has {len(value)} items where the one before it has {shape[0]}", index
        )
    for position, item in enumerate(value):
        _flatten(item, shape[1:], (*index, position), dtype, into)


def _element(value: Any, dtype: ArrayDtype, index: tuple[int, ...]) -> Any:
    """One element, converted by the module's rules."""
    if isinstance(value, list | tuple):
        raise LiteralInvalid("a list stands where a single value is needed", index)
    if dtype == "bool" or isinstance(value, bool):
        if dtype == "bool" and isinstance(value, bool):
            return value
        raise LiteralInvalid(f"{value!r} is not a {dtype}", index)
    if dtype in ("int64", "int32"):
        return _integer(value, dtype, index)
    return _floating(value, dtype, index)


def _integer(value: Any, dtype: ArrayDtype, index: tuple[int, ...]) -> int:
    if not isinstance(value, int):
        raise LiteralInvalid(f"{value!r} is not an integer", index)
    bounds = np.iinfo(dtype)
    if not bounds.min <= value <= bounds.max:
        raise LiteralInvalid(f"{value} does not fit in {dtype}", index)
    return value


def _floating(value: Any, dtype: ArrayDtype, index: tuple[int, ...]) -> Any:
    if dtype == "complex128" and isinstance(value, str):
        value = _complex(value, index)
    if not isinstance(value, int | float | complex):
        raise LiteralInvalid(f"{value!r} is not a number", index)
    if isinstance(value, int):
        _check_exact(value, dtype, index)
    with np.errstate(over="ignore"):
        number = np.array(value, dtype=dtype)[()]
    if not np.isfinite(number):
        raise LiteralInvalid(f"{value!r} is not a finite {dtype}", index)
    return number


def _check_exact(value: int, dtype: str, index: tuple[int, ...] = ()) -> None:
    """Refuse an integer that a float of this dtype would round."""
    bits = 24 if dtype == "float32" else 53
    odd = abs(value) >> ((abs(value) & -abs(value)).bit_length() - 1) if value else 0
    if odd.bit_length() > bits or abs(value) >= 2**64:
        shown = str(value) if abs(value) < 2**64 else "an integer beyond 64 bits"
        raise LiteralInvalid(f"{shown} cannot be held exactly by {dtype}", index)


def _complex(text: str, index: tuple[int, ...]) -> complex:
    try:
        return complex(text)
    except ValueError:
        raise LiteralInvalid(f'{text!r} is not a complex number such as "1+2j"', index) from None


def _scalar(value: Any, dtype: str) -> Value:
    """A Python scalar of exactly the declared type; an integer may stand for a float."""
    if dtype == "float" and isinstance(value, int) and not isinstance(value, bool):
        _check_exact(value, dtype)
        return float(value)
    if not isinstance(value, bool | int | float | str) or type(value).__name__ != dtype:
        raise LiteralInvalid(f"{_described(value)} is not of type {dtype}")
    if isinstance(value, float) and not np.isfinite(value):
        raise LiteralInvalid(f"{value!r} is not a finite number")
    return value


def _described(value: Any) -> str:
    return "a list" if isinstance(value, list | tuple) else repr(value)
