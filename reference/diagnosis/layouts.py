"""Ways in which one array can hold the numbers of another: its axes in another order, adjacent ones
merged, one split in two, axes of length 1 dropped or added.  Any other rearrangement is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
Shape = tuple[int, ...]
Pair = tuple[int, int]

_MOST = 48
"""Layouts between two shapes: only shapes of many equal lengths have more."""


@dataclass(frozen=True, slots=True)
class Layout:
    """``own`` is reshaped to ``atoms``, its axes go into ``order``, and the result has ``other``'s
    shape: that is how an array of shape ``own`` is written in one of shape ``other``.
    """

    own: Shape
    atoms: Shape
    order: tuple[int, ...]
    other: Shape

    def write(self, array: Array) -> Array:
        """From shape ``own`` to shape ``other``."""
        return array.reshape(self.atoms).transpose(self.order).reshape(self.other)

    def read(self, array: Array) -> Array:
        """From shape ``other`` back to shape ``own``."""
        mixed = array.reshape([self.atoms[axis] for axis in self.order])
        back: Array = mixed.transpose(np.argsort(self.order)).reshape(self.own)
        return back

    @property
    def keeps_order(self) -> bool:
        return self.order == tuple(range(len(self.order)))


def pairs_of(lengths: Sequence[int]) -> frozenset[Pair]:
    """Two different dimensions of a problem, given all their lengths: how an axis may be split."""
    return frozenset((a, b) for a, b in permutations(lengths, 2) if a > 1 and b > 1)


@lru_cache(maxsize=4096)
def layouts(own: Shape, other: Shape, pairs: frozenset[Pair]) -> tuple[Layout, ...]:
    """All layouts of ``own`` in ``other``, the plainest first; an axis is split only into one of
    ``pairs``.
    """
    if math.prod(own) != math.prod(other):
        return ()
    wanted = tuple(length for length in other if length != 1)
    found: dict[tuple[Shape, tuple[int, ...]], Layout] = {}
    for atoms in _splittings(own, pairs):
        for order in _orders(atoms, wanted):
            layout = Layout(own, atoms, order, other)
            found.setdefault(_canonical(atoms, order, own), layout)
            if len(found) >= _MOST:
                return tuple(found.values())
    return tuple(sorted(found.values(), key=lambda it: (not it.keeps_order, len(it.atoms))))


def _splittings(shape: Shape, pairs: frozenset[Pair]) -> Iterator[Shape]:
    """``shape`` without axes of length 1, each axis whole or split; the unsplit one first."""
    choices: list[list[Shape]] = []
    for length in shape:
        if length == 1:
            continue
        halves = [pair for pair in sorted(pairs) if math.prod(pair) == length]
        choices.append([(length,), *halves])
    for parts in product(*choices):
        yield tuple(atom for part in parts for atom in part)


def _orders(atoms: Shape, wanted: Shape) -> Iterator[tuple[int, ...]]:
    """Orders of ``atoms`` in which neighbours multiply to the lengths ``wanted``."""

    def fill(axis: int, room: int, order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if room == 1:
            axis, room = axis + 1, wanted[axis + 1] if axis + 1 < len(wanted) else 0
        if axis == len(wanted):
            if len(order) == len(atoms):
                yield order
            return
        for atom, length in enumerate(atoms):
            if atom not in order and room % length == 0:
                yield from fill(axis, room // length, (*order, atom))

    if not wanted:
        yield from [()] if not atoms else []
    else:
        yield from fill(0, wanted[0], ())


def _canonical(atoms: Shape, order: Sequence[int], own: Shape) -> tuple[Shape, tuple[int, ...]]:
    """The same for layouts that move the same numbers: neighbours that stay neighbours merged."""
    runs: list[list[int]] = []
    for atom in order:
        if runs and runs[-1][-1] + 1 == atom:
            runs[-1].append(atom)
        else:
            runs.append([atom])
    ranks = {run[0]: rank for rank, run in enumerate(sorted(runs))}
    merged = tuple(math.prod(atoms[atom] for atom in run) for run in sorted(runs))
    return merged, tuple(ranks[run[0]] for run in runs)
