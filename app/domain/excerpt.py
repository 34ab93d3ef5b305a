"""The lines of a learner's source that an expression spans, cut where it begins and ends."""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.domain.diagnosis import Divergence
from app.domain.visible import harmless

TAB = "    "


@dataclass(frozen=True, slots=True)
class MarkedLine:
    """One line without the indentation it shares with the others; ``marked`` is the expression's
    part of it.
    """

    number: int
    before: str
    marked: str
    after: str


def excerpt(source: str, divergence: Divergence, most: int) -> tuple[MarkedLine, ...]:
    """The first ``most`` lines of the expression, harmless; none where it was not found."""
    lines = source_lines(source)
    first, last = divergence.line, divergence.end_line
    if first is None or last is None or not 1 <= first <= last <= len(lines):
        return ()
    shown = range(first, min(last, first + most - 1) + 1)
    indent = min(map(_indentation, (lines[number - 1] for number in shown)))
    return tuple(_marked(lines[number - 1], number, divergence, indent) for number in shown)


def source_lines(source: str) -> list[str]:
    """Lines as Python counts them: a form feed or a Unicode separator ends none."""
    return re.split(r"\r\n|\r|\n", source)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _marked(line: str, number: int, divergence: Divergence, indent: int) -> MarkedLine:
    text = line.rstrip()
    start = (divergence.column or 0) if number == divergence.line else _indentation(line)
    end = divergence.end_column if number == divergence.end_line else None
    end = len(text) if end is None else end
    start = max(start, indent)
    parts = (text[indent:start], text[start:end], text[max(start, end) :])
    return MarkedLine(number, *(harmless(part.replace("\t", TAB)) for part in parts))
