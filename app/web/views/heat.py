"""Two heat-maps side by side: a learner's value of a step, and the right one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.diagnosis import Compared
from app.domain.problem import Shape
from app.web.views.singular import singular
from app.web.views.wording import error_size, number, plural, told_apart

MOST_CELLS = 40
"""Rows and columns of a map; of a longer axis the part around the largest difference is shown."""

CLASSES = 17
"""Colours from the most negative to the most positive value; the middle one is about zero."""

NOT_FINITE = "inf"


@dataclass(frozen=True, slots=True)
class MapView:
    """One map: ``paths`` are (class of the colour, SVG path of its cells), ``label`` its text."""

    title: str
    paths: tuple[tuple[str, str], ...]
    label: str


@dataclass(frozen=True, slots=True)
class HeatView:
    """Both maps have ``rows`` × ``columns`` cells and share one scale from −limit to limit.

    ``place`` says which part of the value they show, ``axes`` what lies along them.  ``row`` and
    ``column`` are those of the cell ``worst``, which is (name, yours, expected); ``cells`` is JSON
    of all such triples, row by row, for the script that reads them out.
    """

    place: str
    axes: str
    rows: int
    columns: int
    yours: MapView
    expected: MapView
    limit: str
    has_not_finite: bool
    row: int
    column: int
    worst: tuple[str, str, str]
    largest: str
    cells: str


def heat_view(compared: Compared, axes: Shape, dimensions: Mapping[str, str]) -> HeatView | None:
    """``axes`` are the symbols of the step's shape, ``dimensions`` what they stand for.

    None for a single number, or where the values do not fill the shape.
    """
    yours, expected = (_array(values, compared.shape) for values in _both(compared))
    if yours is None or expected is None or yours.ndim == 0:
        return None
    difference = _difference(yours, expected)
    worst = tuple(map(int, np.unravel_index(int(np.argmax(difference)), yours.shape)))
    window = _Window(worst, yours.shape)
    names = _names(axes, dimensions, yours.ndim)
    here = (window.of(yours), window.of(expected))
    limit = _limit(*here)
    return HeatView(
        place=", ".join(_at(names[axis], at) for axis, at in enumerate(worst[:-2])),
        axes=_axes(names, window, yours.shape),
        rows=window.shape[0],
        columns=window.shape[1],
        yours=_map("Yours", here[0], limit),
        expected=_map("Expected", here[1], limit),
        limit=number(limit, 3),
        has_not_finite=not all(np.isfinite(part).all() for part in here),
        row=window.cell[0],
        column=window.cell[1],
        worst=_cell(worst, names, float(yours[worst]), float(expected[worst])),
        largest=error_size(float(difference[worst])),
        cells=json.dumps(list(_cells(window, names, *here)), ensure_ascii=False),
    )


class _Window:
    """The cells that are shown of an array: of its last two axes, around ``worst``."""

    def __init__(self, worst: tuple[int, ...], shape: tuple[int, ...]) -> None:
        self._slice = worst[:-2]
        last, lengths = worst[-2:], shape[-2:]
        if len(shape) == 1:
            last, lengths = (0, *last), (1, *lengths)
        self.starts = tuple(
            max(0, min(at - MOST_CELLS // 2, length - MOST_CELLS))
            for at, length in zip(last, lengths, strict=True)
        )
        self.shape = tuple(min(length, MOST_CELLS) for length in lengths)
        self.cell = tuple(at - start for at, start in zip(last, self.starts, strict=True))

    def of(self, array: np.ndarray) -> np.ndarray:
        part = np.atleast_2d(array[self._slice])
        rows, columns = (
            slice(start, start + length)
            for start, length in zip(self.starts, self.shape, strict=True)
        )
        return part[rows, columns]


def _both(compared: Compared) -> tuple[Sequence[float | None], Sequence[float | None]]:
    return compared.yours, compared.expected


def _array(values: Sequence[float | None], shape: tuple[int, ...]) -> np.ndarray | None:
    array = np.array([np.nan if value is None else value for value in values], dtype=float)
    return array.reshape(shape) if array.size and array.size == np.prod(shape) else None


def _difference(yours: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Absolute; infinite where only one of the two is finite, nothing where neither is."""
    with np.errstate(over="ignore", invalid="ignore"):
        difference = np.abs(yours - expected)
    one = np.isfinite(yours) != np.isfinite(expected)
    return np.where(one, np.inf, np.nan_to_num(difference, nan=0.0, posinf=np.inf))


def _limit(yours: np.ndarray, expected: np.ndarray) -> float:
    both = np.concatenate([yours.ravel(), expected.ravel()])
    return float(np.max(np.abs(both[np.isfinite(both)]), initial=0.0)) or 1.0


def _map(title: str, part: np.ndarray, limit: float) -> MapView:
    paths: dict[str, list[str]] = {}
    for row, values in enumerate(part.tolist()):
        for column, length, colour in _runs([_colour(value, limit) for value in values]):
            path = f"M{column} {row}h{length}v1h-{length}z"
            paths.setdefault(colour, []).append(path)
    finite = part[np.isfinite(part)]
    size = f"{plural(part.shape[0], 'row')} of {plural(part.shape[1], 'value')}"
    spread = f"from {number(finite.min(), 4)} to {number(finite.max(), 4)}" if finite.size else ""
    unfinished = "" if finite.size == part.size else f"{part.size - finite.size} not finite"
    label = ", ".join(filter(None, (f"{title}: {size}", spread, unfinished)))
    return MapView(title, tuple((name, "".join(path)) for name, path in paths.items()), label)


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


def _names(axes: Shape, dimensions: Mapping[str, str], count: int) -> list[tuple[str, str]]:
    """(symbol, name of one of its items) of each axis; where two are the same, row and column."""
    if len(axes) != count:
        return [("", f"axis {at}:") for at in range(count)]
    symbols = [str(axis) for axis in axes]
    items = [singular(dimensions.get(symbol, "")) or symbol for symbol in symbols]
    if count > 1 and items[-1] == items[-2]:
        items[-2:] = ["row", "column"]
    return list(zip(symbols, items, strict=True))


def _at(name: tuple[str, str], index: int) -> str:
    return f"{name[1]} {index}"


def _axes(names: Sequence[tuple[str, str]], window: _Window, shape: tuple[int, ...]) -> str:
    """``rows N, columns D 8–47 of 197``."""
    words = ("rows", "columns")[-min(2, len(shape)) :]
    return ", ".join(
        f"{word} {name}{_part(start, shown, length)}".rstrip()
        for word, (name, _), start, shown, length in zip(
            words,
            names[-2:],
            window.starts[-len(words) :],
            window.shape[-len(words) :],
            shape[-2:],
            strict=True,
        )
    )


def _part(start: int, shown: int, length: int) -> str:
    return "" if shown == length else f" {start}–{start + shown - 1} of {length}"


def _cells(
    window: _Window, names: Sequence[tuple[str, str]], yours: np.ndarray, expected: np.ndarray
) -> Iterator[tuple[str, str, str]]:
    for (row, column), value in np.ndenumerate(yours):
        place = (row + window.starts[0], column + window.starts[1])[-len(names) :]
        yield _cell(place, names, float(value), float(expected[row, column]))


def _cell(
    index: Sequence[int], names: Sequence[tuple[str, str]], yours: float, expected: float
) -> tuple[str, str, str]:
    place = ", ".join(_at(name, at) for name, at in zip(names[-2:], index[-2:], strict=True))
    shown = told_apart(yours, expected) if yours != expected else (number(yours),) * 2
    return (place, *(_finite(text) for text in shown))


def _finite(text: str) -> str:
    return "not finite" if text in ("nan", "inf") else text
