"""The expression of the learner's source that a wrong value comes from."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.search import Hypothesis

Array = np.ndarray[Any, Any]
Spans = tuple[list[int], list[int]]
"""Line, column, end line and end column of an expression, and of the entry function's expression
that led there."""

NOWHERE: Spans = ([-1] * 4, [-1] * 4)


class Whereabouts:
    """Of the values of one explanation."""

    def __init__(self, model: Model, recorded: Recorded, best: Hypothesis) -> None:
        self._model = model
        self._recorded = recorded
        self._best = best

    def of(self, step: str, place: Place | None) -> Spans:
        """Where the value was first made; for an argument that was taken as it is, where the next
        step was made of it.
        """
        if place is None:
            return NOWHERE
        if place.candidate.record < 0:
            place = self._following(step)
            return NOWHERE if place is None else self._told(place.candidate.record)
        return self._told(min(self._all(place.value), default=place.candidate.record))

    def of_missing(self, step: str, place: Place) -> Spans:
        """Where an operation is missing: where the same numbers were made once more, last before
        they were used as the step; or else where they were so used, in the function that made them.
        """
        following = self._following(step)
        if following is None or place.candidate.record < 0 or self._is_sum(step):
            return self.of(step, place)
        use = following.candidate.record
        made = [record for record in self._all(place.value) if record < use]
        if not made:
            return self.of(step, place)
        depth, again = self._depth(made[0]), None
        for record in made[1:]:
            # A value that is handed back to where it was called for was not made once more.
            again = record if self._depth(record) >= depth else again
            depth = self._depth(record)
        if again is not None:
            return self._told(again)
        recorded = self._recorded
        path = (*recorded.path(int(recorded.records[use, 1])), recorded.place(use)[0])
        return recorded.told(path[min(depth, len(path) - 1)], path[0])

    def of_double(self, step: str, place: Place, *, second: bool) -> Spans:
        """Of a value that was made for two steps alike: its first or its second making."""
        made = self._all(place.value)
        if not second or not made:
            return self.of(step, place)
        shape, depth = self._recorded.shape(made[0]), self._depth(made[0])
        again = (
            record
            for record in made[1:]
            if self._recorded.shape(record) == shape and self._depth(record) >= depth
        )
        return self._told(next(again, made[0]))

    def of_output(self, output: Array | None) -> Spans:
        """Where what was returned was made, whatever its shape; or, where it is no array, where the
        last step was.
        """
        if output is None:
            place = self._best.found.get(self._model.graph.output)
            return NOWHERE if place is None else self._told(place.candidate.last)
        made = [
            candidate.record
            for candidate in self._recorded.of_shape(output.shape)
            if self._model.close(candidate.value, output)
        ]
        return self._told(max(made)) if made else NOWHERE

    def _told(self, record: int) -> Spans:
        return NOWHERE if record < 0 else self._recorded.told(*self._recorded.place(record))

    def _all(self, value: Array) -> list[int]:
        """The records at which the numbers of a value were made, in whatever layout, in order."""
        of_size = self._recorded.by_size.get(value.size)
        alike = of_size.like(value, self._model.error(value)) if of_size else []
        return sorted(it.record for it in alike if it.record >= 0 and self._model.holds(it, value))

    def _depth(self, record: int) -> int:
        return len(self._recorded.path(int(self._recorded.records[record, 1])))

    def _is_sum(self, step: str) -> bool:
        """Whether several values of the step's own shape go into it: then one of them is missing
        where the other was made.
        """
        values = self._best.values
        sources = set(self._model.graph.steps[step].inputs.values())
        same = [s for s in sources if np.shape(values[s]) == values[step].shape]
        return len(same) > 1

    def _following(self, step: str) -> Place | None:
        following = (self._best.found.get(child) for child in self._model.children[step])
        return next((place for place in following if place), None)
