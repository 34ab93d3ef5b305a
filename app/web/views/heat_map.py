"""One heat-map as SVG paths: a path per colour, so that a large map is a small document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from app.web.views.wording import number, plural

CLASSES = 17
"""Colours from the most negative to the most positive value; the middle one is about zero."""

NOT_FINITE = "inf"


@dataclass(frozen=True, slots=True)
class MapView:
    """``paths`` are (class of the colour, SVG path of its cells), ``label`` says it in words."""

    title: str
    paths: tuple[tuple[str, str], ...]
    label: str


def map_view(title: str, cells: np.ndarray, limit: float) -> MapView:
    """``cells`` has two axes; its colours run from −limit to limit."""
    paths: dict[str, list[str]] = {}
    for row, values in enumerate(cells.tolist()):
        for column, length, colour in _runs([_colour(value, limit) for value in values]):
            paths.setdefault(colour, []).append(f"M{column} {row}h{length}v1h-{length}z")
    joined = tuple((colour, "".join(path)) for colour, path in sorted(paths.items()))
    return MapView(title, joined, _label(title, cells))


def _label(title: str, cells: np.ndarray) -> str:
    finite = cells[np.isfinite(cells)]
    said = [f"{title}: {plural(cells.shape[0], 'row')} of {plural(cells.shape[1], 'value')}"]
    if finite.size:
        said.append(f"from {number(float(finite.min()), 4)} to {number(float(finite.max()), 4)}")
    if finite.size < cells.size:
        said.append(f"{cells.size - finite.size} not finite")
    return ", ".join(said)


def _colour(value: float, limit: float) -> str:
    if not np.isfinite(value):
        return NOT_FINITE
    # Divided first: the sum of two large values may be infinite.
    return f"d{min(CLASSES - 1, int((value / limit + 1) / 2 * CLASSES))}"


def _runs(colours: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """(start, length, colour) of neighbours of one colour."""
    start = 0
    for at in range(1, len(colours) + 1):
        if at == len(colours) or colours[at] != colours[start]:
            yield start, at - start, colours[start]
            start = at
