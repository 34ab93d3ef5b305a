"""What a place in an array is called, out of what the problem says of its dimensions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from app.domain.problem import Shape

_REST = re.compile(r"\s+(?:of|in|per|for|from|with|to|at|on)\s.*|[,;:(].*")
MOST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Axis:
    """One axis: its symbol, such as N, and the name of one place along it, such as token."""

    symbol: str
    item: str


def named_axes(shape: Shape, dimensions: Mapping[str, str], count: int) -> list[Axis]:
    """The ``count`` axes of an array; by number where ``shape`` does not have as many.

    Two last axes of the same kind, as of attention scores, are told apart as row and column.
    """
    if len(shape) != count:
        return [Axis(f"axis {at}", f"axis {at}: ") for at in range(count)]
    symbols = [str(symbol) for symbol in shape]
    items = [singular(dimensions.get(symbol, "")) or symbol for symbol in symbols]
    if count > 1 and items[-1] == items[-2]:
        items[-2:] = ["row", "column"]
    return [Axis(symbol, item) for symbol, item in zip(symbols, items, strict=True)]


def singular(meaning: str) -> str:
    """``"images in the batch"`` gives ``"image"``; "" for what is no short plural."""
    words = _REST.sub("", meaning.strip()).split()
    if not 1 <= len(words) <= MOST_WORDS or not all(word.isalpha() for word in words):
        return ""
    last = _one(words[-1])
    return " ".join([*words[:-1], last]) if last else ""


def _one(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^aisu]s$", word) else ""
