"""Two heat-maps side by side: a learner's value of a step, and the right one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from app.domain.diagnosis import Compared
from app.domain.problem import Shape
from app.web.views.axes import Axis, named_axes
from app.web.views.heat_map import MapView, map_view
from app.web.views.wording import number, told_apart

MOST_CELLS = 40
"""Rows and columns of a map; of a longer axis the part around the largest difference is shown."""


@dataclass(frozen=True, slots=True)
class HeatView:
    """Both maps have ``rows`` × ``columns`` cells and one scale of colours, −limit to limit.

    ``place`` is the part of the value they show, ``axes`` what lies along them.  The cell at
    ``row`` and ``column`` differs most; ``where``, ``got`` and ``wanted`` tell of it.  ``cells`` is
    JSON for the script that tells of any other: {names, from, values}, values being (yours,
    expected) row by row.
    """

    place: str
    axes: str
    rows: int
    columns: int
    maps: tuple[MapView, MapView]
    limit: str
    has_not_finite: bool
    row: int
    column: int
    where: str
    got: str
    wanted: str
    cells: str


def heat_view(compared: Compared, shape: Shape, dimensions: Mapping[str, str]) -> HeatView | None:
    """``shape`` has the symbols of the step's axes, ``dimensions`` what they stand for.

    None for a single number, or where the values do not fill their shape.
    """
    yours, expected = (_array(v, compared.shape) for v in (compared.yours, compared.expected))
    if yours is None or expected is None or yours.ndim == 0:
        return None
    difference = _difference(yours, expected)
    worst = tuple(map(int, np.unravel_index(int(np.argmax(difference)), yours.shape)))
    axes = named_axes(shape, dimensions, yours.ndim)
    window = _Window(worst, yours.shape)
    parts = window.of(yours), window.of(expected)
    limit = _limit(parts)
    values = list(_values(*parts))
    got, wanted = values[window.row * window.columns + window.column]
    return HeatView(
        place=_where(axes[:-2], worst[:-2]),
        axes=_axes(axes, window, yours.shape),
        rows=window.rows,
        columns=window.columns,
        maps=(map_view("Yours", parts[0], limit), map_view("Expected", parts[1], limit)),
        limit=number(limit, 3),
        has_not_finite=not all(np.isfinite(part).all() for part in parts),
        row=window.row,
        column=window.column,
        where=_where(axes[-2:], worst[-2:]),
        got=got,
        wanted=wanted,
        cells=_json(axes, window, values),
    )


class _Window:
    """The cells that are shown of an array: along its last two axes, around ``worst``."""

    def __init__(self, worst: tuple[int, ...], shape: tuple[int, ...]) -> None:
        self._before = worst[:-2]
        flat = len(shape) == 1
        places = (0, *worst) if flat else worst[-2:]
        lengths = (1, *shape) if flat else shape[-2:]
        self.starts = tuple(
            max(0, min(place - MOST_CELLS // 2, length - MOST_CELLS))
            for place, length in zip(places, lengths, strict=True)
        )
        self.rows, self.columns = (min(length, MOST_CELLS) for length in lengths)
        self.row, self.column = (p - s for p, s in zip(places, self.starts, strict=True))

    def of(self, array: np.ndarray) -> np.ndarray:
        top, left = self.starts
        plane = np.atleast_2d(array[self._before])
        return plane[top : top + self.rows, left : left + self.columns]


def _array(values: Sequence[float | None], shape: tuple[int, ...]) -> np.ndarray | None:
    array = np.array([np.nan if value is None else value for value in values], dtype=float)
    return array.reshape(shape) if array.size and array.size == np.prod(shape) else None


def _difference(yours: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Absolute; infinite where only one of the two is finite, nothing where neither is."""
    with np.errstate(over="ignore"):
        difference = np.nan_to_num(np.abs(yours - expected), nan=0.0, posinf=np.inf)
    return np.where(np.isfinite(yours) == np.isfinite(expected), difference, np.inf)


def _limit(parts: tuple[np.ndarray, np.ndarray]) -> float:
    both = np.abs(np.concatenate([part.ravel() for part in parts]))
    return float(np.max(both[np.isfinite(both)], initial=0.0)) or 1.0


def _where(axes: Sequence[Axis], index: Sequence[int]) -> str:
    return ", ".join(f"{axis.item} {at}" for axis, at in zip(axes, index, strict=True))


def _axes(axes: Sequence[Axis], window: _Window, shape: tuple[int, ...]) -> str:
    """``rows N, columns D 8–47 of 197``."""
    said = []
    for back in range(min(2, len(shape)), 0, -1):
        start = window.starts[-back]
        shown = (window.rows, window.columns)[-back]
        part = "" if shown == shape[-back] else f" {start}–{start + shown - 1} of {shape[-back]}"
        said.append(f"{('columns', 'rows')[back - 1]} {axes[-back].symbol}{part}")
    return ", ".join(said)


def _values(yours: np.ndarray, expected: np.ndarray) -> Iterator[tuple[str, str]]:
    for one, other in zip(yours.ravel().tolist(), expected.ravel().tolist(), strict=True):
        got, wanted = told_apart(one, other) if one != other else (number(one), number(other))
        yield _finite(got), _finite(wanted)


def _finite(text: str) -> str:
    return "not finite" if text in ("nan", "inf") else text


def _json(axes: Sequence[Axis], window: _Window, values: list[tuple[str, str]]) -> str:
    names = [axis.item for axis in axes[-2:]]
    start = window.starts[-len(names) :]
    content = {"names": names, "from": start, "values": values}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
