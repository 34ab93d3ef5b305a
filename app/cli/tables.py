"""Plain-text tables."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Sequence[int] = ()
) -> list[str]:
    """Lines of a table whose columns are as wide as they need; those in ``right`` end flush."""
    widths = [
        max(columns_of(line[column]) for line in (head, *rows)) for column in range(len(head))
    ]
    return [_line(line, widths, right) for line in (head, *rows)]


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded = []
    for column, (cell, width) in enumerate(zip(cells, widths, strict=True)):
        blank = " " * (width - columns_of(cell))
        padded.append(blank + cell if column in right else cell + blank)
    return "  ".join(padded).rstrip()


def columns_of(text: str) -> int:
    """Columns of a terminal: wide East Asian letters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )
