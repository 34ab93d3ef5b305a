"""A simple relation between a wrong value and the right one, in a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

_CLOSE = 1e-6
_COMMON = {2.0: "2", math.sqrt(2): "√2", math.pi: "π", math.e: "e", math.log(2): "ln 2", 3.0: "3"}


def relation_text(
    relation: Mapping[str, Any],
    step: str,
    titles: Mapping[str, str],
    dimensions: Mapping[str, int],
    axes: tuple[str, ...],
) -> str | None:
    """None for no relation, or one that this does not know.

    ``step`` is the id of the wrong step, ``titles`` those of steps, ``dimensions`` the lengths on
    the case looked at, ``axes`` the names of the step's axes.
    """
    kind, own = relation.get("kind"), _named(step, titles)
    other = _named(str(relation.get("other", "")), titles)
    match kind:
        case "same_as":
            return f"What stands for {own} is just {other}."
        case "factor":
            return (
                f"Your value is the expected one times {_factor(relation['factor'], dimensions)}."
            )
        case "shift":
            return f"Your value is the expected one plus {relation['shift']:.4g} everywhere."
        case "lacks":
            return f"Your value is the expected one without {other}."
        case "adds":
            return f"Your value is the expected one plus {other}."
        case "reversed":
            return f"Your value is the expected one with {_axes(relation, axes)} in reverse order."
        case "exchanged":
            return f"Your value is the expected one with {_axes(relation, axes)} exchanged."
        case "rolled":
            way = "on" if relation.get("by", 1) > 0 else "back"
            along = _axes(relation, axes)
            return f"Your value is the expected one shifted {way} by one along {along}."
    return None


def _named(name: str, titles: Mapping[str, str]) -> str:
    return f"“{titles[name]}”" if name in titles else name


def _axes(relation: Mapping[str, Any], axes: tuple[str, ...]) -> str:
    at = [axis for axis in relation["axes"] if isinstance(axis, int)]
    names = [axes[axis] if axis < len(axes) else str(axis) for axis in at]
    if len(names) == 2 and names[0] == names[1]:
        return f"its two axes {names[0]}"
    return f"axis {names[0]}" if len(names) == 1 else f"the axes {' and '.join(names)}"


def _factor(factor: float, dimensions: Mapping[str, int]) -> str:
    """The number, and what it is made of where that can be told."""
    if abs(factor + 1) < _CLOSE:
        return "−1: the sign is wrong"
    name = next((text for value, text in _products(dimensions) if _same(factor, value)), None)
    shown = f"{factor:.4g}".replace("-", "−")
    return shown if name in (None, shown) else f"{shown}, that is {name}"


def _same(left: float, right: float) -> bool:
    return abs(left - right) <= _CLOSE * abs(right)


def _products(dimensions: Mapping[str, int]) -> Iterator[tuple[float, str]]:
    """Roots, lengths and their quotients, the simplest first."""
    lengths = {name: length for name, length in dimensions.items() if length > 1}
    for value, text in _COMMON.items():
        yield value, text
        yield 1 / value, f"1/{text}"
    for name, length in lengths.items():
        yield math.sqrt(length), f"√{name}"
        yield 1 / math.sqrt(length), f"1/√{name}"
        yield float(length), name
        yield 1 / length, f"1/{name}"
    for (first, a), (second, b) in combinations(lengths.items(), 2):
        yield math.sqrt(a / b), f"√({first}/{second})"
        yield math.sqrt(b / a), f"√({second}/{first})"
        yield a / b, f"{first}/{second}"
        yield b / a, f"{second}/{first}"
        yield 1 / (a * b), f"1/({first}·{second})"
        yield float(a * b), f"{first}·{second}"
