"""Sentences for a learner whose array has another shape than the expected one."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

Shape = tuple[int, ...]
Symbols = Sequence[str | int]


def explain_shape(got: Shape, expected: Shape, symbols: Symbols = ()) -> str:
    """One sentence: both shapes, and the likely slip where one rule finds it.

    ``symbols`` are the problem's names of the expected axes, as in ("B", "N", "D").
    """
    names = _axis_names(len(expected), symbols)
    for rule in (_moved, _one_short, _one_over, _units, _merged, _split, _lengths):
        if hint := rule(got, expected, names):
            return f"the shape is {got}, expected {expected}: {hint}"
    if prod(got) == prod(expected):
        hint = "the number of elements is right, but not their arrangement"
    else:
        hint = f"there should be {_axes(len(expected))}, not {len(got)}"
    return f"the shape is {got}, expected {expected}: {hint}"


def explain_no_passage(got: Shape, expected: Shape) -> str:
    """One sentence about an array of numbers whose shape is beyond what can be compared."""
    if len(got) > len(expected):
        return f"the array has {_axes(len(got))}, expected {len(expected)}: far too many"
    return f"the shape is {got}, expected {expected}: far too large"


def _axes(count: int) -> str:
    return f"{count} axis" if count == 1 else f"{count} axes"


def _axis_names(count: int, symbols: Symbols) -> list[str]:
    named = symbols if len(symbols) == count else [0] * count
    return [
        _place(axis, count) + (f" ({symbol})" if isinstance(symbol, str) else "")
        for axis, symbol in enumerate(named)
    ]


def _place(axis: int, count: int) -> str:
    if count == 1:
        return "the only axis"
    return {0: "the first axis", count - 1: "the last axis"}.get(axis, f"axis {axis}")


def _moved(got: Shape, expected: Shape, names: list[str]) -> str | None:
    """The same lengths in another order."""
    if sorted(got) != sorted(expected):
        return None
    count = len(expected)
    if got == expected[::-1]:
        return "the array looks transposed" if count == 2 else "the axes look reversed"
    off = [axis for axis in range(count) if got[axis] != expected[axis]]
    if len(off) != 2:
        return "the axes look reordered"
    pairs = {(0, 1): "the first two axes", (count - 2, count - 1): "the last two axes"}
    return pairs.get((off[0], off[1]), f"axes {off[0]} and {off[1]}") + " look swapped"


def _one_short(got: Shape, expected: Shape, names: list[str]) -> str | None:
    axes = _dropped(expected, got)
    if len(axes) == 1:
        return f"{names[axes[0]]}, of length {expected[axes[0]]}, is missing"
    return f"an axis of length {expected[axes[0]]} is missing" if axes else None


def _one_over(got: Shape, expected: Shape, names: list[str]) -> str | None:
    axes = _dropped(got, expected)
    if len(axes) == 1:
        place = _place(axes[0], len(got))
        return f"{place}, of length {got[axes[0]]}, should not be there"
    return f"there is one axis of length {got[axes[0]]} too many" if axes else None


def _dropped(longer: Shape, shorter: Shape) -> list[int]:
    """The axes of ``longer`` without which it would be ``shorter``."""
    return [axis for axis in range(len(longer)) if longer[:axis] + longer[axis + 1 :] == shorter]


def _units(got: Shape, expected: Shape, names: list[str]) -> str | None:
    if [n for n in got if n != 1] == [n for n in expected if n != 1]:
        return "only axes of length 1 differ"
    return None


def _merged(got: Shape, expected: Shape, names: list[str]) -> str | None:
    axis = _join(expected, got)
    if axis is None:
        return None
    return f"axes {axis} and {axis + 1} look merged into one of length {got[axis]}"


def _split(got: Shape, expected: Shape, names: list[str]) -> str | None:
    axis = _join(got, expected)
    if axis is None:
        return None
    parts = f"{got[axis]} and {got[axis + 1]}"
    return f"{names[axis]}, of length {expected[axis]}, looks split into {parts}"


def _join(longer: Shape, shorter: Shape) -> int | None:
    """The first axis of ``longer`` which, merged with the next, gives ``shorter``."""
    for axis in range(len(longer) - 1):
        merged = longer[axis] * longer[axis + 1]
        if (*longer[:axis], merged, *longer[axis + 2 :]) == shorter:
            return axis
    return None


def _lengths(got: Shape, expected: Shape, names: list[str]) -> str | None:
    if len(got) != len(expected):
        return None
    off = [axis for axis in range(len(got)) if got[axis] != expected[axis]]
    said = [f"{names[axis]} has length {got[axis]}, expected {expected[axis]}" for axis in off]
    return "; ".join(said)
