"""Inputs of a step that were right until something more was done to them: a wrong reshape, a
factor too many, another slice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

import numpy as np

from reference.diagnosis.layouts import layouts
from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded

Array = np.ndarray[Any, Any]
Places = Mapping[str, Place | None]

_MOST_COMBINED = 600
"""Ways to change several inputs at once."""


class Spoilt:
    """For one trace."""

    def __init__(self, model: Model, recorded: Recorded, late: Callable[[], bool]) -> None:
        self._model = model
        self._recorded = recorded
        self._late = late

    def inputs(
        self,
        step: str,
        values: Mapping[str, Any],
        found: Places,
        seen: Callable[[str, Array], Place | bool | None],
    ) -> Iterator[dict[str, Place]]:
        """Values of inputs, others than ``values``, with which the step comes out as recorded.

        ``found`` has the places of all steps but those given; ``seen`` says whether a step was
        recorded with a value.
        """
        sources = [s for s in dict.fromkeys(self._sources(step)) if s in found]
        ways = {source: self._ways(source, values, found) for source in sources}
        for added in self._several(ways, found):
            if self._late():
                return
            own = {source: place.value for source, place in added.items()}
            made = self._model.run(step, {**values, **own})
            where = None if made is None else seen(step, made)
            if where:
                yield self._blamed(step, added, where, values)

    def _sources(self, step: str) -> list[str]:
        return list(self._model.graph.steps[step].inputs.values())

    def _several(
        self, ways: Mapping[str, list[Place]], found: Places
    ) -> Iterator[dict[str, Place]]:
        """One input alone, if it was right before; then all together, kept in the same shape."""
        for source, places in ways.items():
            if found[source] is not None:
                yield from ({source: place} for place in places)
        if len(ways) < 2:
            return
        left = _MOST_COMBINED
        for kept in dict.fromkeys(_kept(place) for place in next(iter(ways.values()))):
            alike = [
                [place for place in places if _kept(place) == kept] for places in ways.values()
            ]
            for chosen in product(*alike):
                if len({id(place.candidate) for place in chosen}) == len(chosen):
                    yield dict(zip(ways, chosen, strict=True))
                    left -= 1
                if left == 0:
                    return

    def _ways(self, step: str, values: Mapping[str, Any], found: Places) -> list[Place]:
        """The same numbers in a wrong order; or, where nothing that follows was right, others."""
        value, own = values[step], found[step]
        ways = self._model.rearranged(value, self._recorded)
        if any(found.get(child) for child in self._model.children[step]):
            return ways
        others = [values[s] for s, place in found.items() if place and s != step]
        after = own.candidate.record if own else self._begun(step, found)
        candidates = self._recorded.by_size.get(value.size)
        for candidate in candidates.candidates if candidates else ():
            if candidate.record < 0 or candidate.last <= after:
                continue
            if any(self._model.same_numbers(candidate.value, other) for other in others):
                continue
            plain = [
                layout
                for layout in layouts(value.shape, candidate.value.shape, self._model.pairs)
                if layout.keeps_order or candidate.pieces > 1
            ]
            if plain and not self._model.holds(candidate, value):
                ways.append(Place(candidate, plain[0]))
        return ways

    def _begun(self, step: str, found: Places) -> int:
        places = (found.get(source) for source in self._sources(step))
        return max((place.candidate.record for place in places if place), default=-1)

    def _blamed(
        self,
        step: str,
        added: dict[str, Place],
        where: Place | bool,
        values: Mapping[str, Any],
    ) -> dict[str, Place]:
        """What is done to an input within the very expression of the step is the step's mistake,
        unless it only rearranges the input.
        """
        if len(added) != 1 or not isinstance(where, Place):
            return added
        ((source, place),) = added.items()
        if self._model.same_numbers(place.value, values[source]) or self._is_passed_on(source):
            return added
        inner, outer = self._span(place), self._span(where)
        if (
            inner is not None
            and outer is not None
            and outer[:2] <= inner[:2] <= inner[2:] <= outer[2:]
        ):
            return {step: where}
        return added

    def _is_passed_on(self, source: str) -> bool:
        """Whether the reference itself only rearranges what goes into it."""
        expected = self._model.expected
        return any(
            self._model.same_numbers(expected[source], expected[other])
            for other in self._sources(source)
            if other in self._model.children
        )

    def _span(self, place: Place) -> list[int] | None:
        record = place.candidate.record
        if record < 0:
            return None
        span: list[int] = self._recorded.spans[self._recorded.place(record)[0]].tolist()
        return span


def _kept(place: Place) -> tuple[Any, ...]:
    return (place.candidate.value.shape, place.candidate.pieces)
