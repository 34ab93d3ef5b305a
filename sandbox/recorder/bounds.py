"""How much is recorded of one run, besides what ``TraceLimits`` and ``traces`` bound."""

from __future__ import annotations

ARRAY_BYTES = 2 << 20
"""Of one array; larger ones are not copied."""

ARRAYS_PER_SPAN = 4096
"""Arrays recorded of one expression.  Of those that follow, only the ones whose number, counted
from the first, is a power of two: a loop is seen to its end, and costs nothing more.
"""

NUMBERS_PER_SPAN = 2048
"""Single numbers, likewise."""

LISTS_PER_SPAN = 512
"""Lists and tuples, likewise."""

NUMBERS_SHARE = 0.6
"""Part of all records that single numbers may be."""

LIST_NUMBERS = 4096
"""Numbers in a list of numbers, or of lists of equal length, that is recorded as an array."""


def is_kept(number: int, most: int) -> bool:
    """Whether the value ``number`` (from 0) of an expression is recorded, of which there may be
    ``most`` without thinning.
    """
    return number < most or number & (number + 1) == 0
