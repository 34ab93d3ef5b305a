"""From an explanation to plain facts that can leave the sandbox."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.relations import relation
from reference.diagnosis.search import Hypothesis

Array = np.ndarray[Any, Any]
Told = dict[str, Any]

_MOST_SHOWN = 4096
"""Elements of the two arrays that are shown side by side."""


class Facts:
    """About one explanation.

    ``told`` gives: ``steps`` in order, each with ``id``, ``state`` (match: recorded with the
    reference's value; first: wrong given its inputs; inherited: right given the learner's own
    inputs; not_found), ``line`` (-1: none), ``shape`` and ``error`` (largest difference from the
    reference's value, None where there is none); ``mistakes``, each with ``step``, ``span`` and
    ``call`` (line, column, end line, end column), ``isolated`` (all that follows is right given
    it), ``relation``, ``yours`` and ``expected`` (given the learner's own inputs; None if large);
    ``pitfalls``; ``next``, the first step that was not made though its inputs were; ``explained``,
    whether the output follows; ``right``, whether it is right.
    """

    def __init__(self, model: Model, recorded: Recorded, best: Hypothesis) -> None:
        self._model = model
        self._recorded = recorded
        self._best = best

    def told(self, pitfalls: list[Told], output: Array | None) -> Told:
        given = [step for step in self._model.ids if step in self._best.given]
        right = self._model.expected[self._model.graph.output]
        return {
            "steps": [self._step(step) for step in self._model.ids],
            "mistakes": [self._mistake(step, self._best.given[step]) for step in given],
            "pitfalls": pitfalls,
            "next": self._broken_off(),
            "explained": self._best.explained,
            "complete": self._best.complete,
            "right": output is not None and self._model.close(output, right),
        }

    def _broken_off(self) -> str | None:
        """The first step that was not made though all that goes into it was."""
        best = self._best
        for step in self._model.order:
            sources = [source for source in step.inputs.values() if source in self._model.children]
            made = all(best.found.get(source) or source in best.given for source in sources)
            if made and best.found.get(step.id, step) is None:
                return step.id
        return None

    def _step(self, step: str) -> Told:
        best = self._best
        expected = self._model.expected[step]
        place = best.given.get(step) or best.found.get(step)
        state = "not_found"
        if step in best.given:
            state = "first"
        elif place is not None:
            state = "match" if self._model.close(best.values[step], expected) else "inherited"
        span, _ = self._spans(step, place)
        shape = list(place.candidate.value.shape) if place else []
        partial = place is None or place.candidate.value.size != expected.size
        error = None if partial or place is None else _largest(place.value - expected)
        return {"id": step, "state": state, "line": span[0], "shape": shape, "error": error}

    def _mistake(self, step: str, place: Place) -> Told:
        own = place.value
        right = self._model.run(step, self._best.values)
        shown = right is not None and own.size <= _MOST_SHOWN
        before = self._model.ancestors[step] | set(self._model.inputs)
        values = {name: self._best.values[name] for name in before}
        close = self._model.close
        told = {} if right is None else relation(step, own, right, values, close)
        span, call = self._spans(step, place)
        if told.get("kind") == "same_as":
            span, call = self._passed_over(step, place, span, call)
        return {
            "step": step,
            "span": span,
            "call": call,
            "isolated": self._is_isolated(step),
            "relation": told,
            "yours": own if shown else None,
            "expected": right if shown else None,
        }

    def _is_isolated(self, step: str) -> bool:
        """Whether the output, or something that follows and was recorded, follows from it."""
        best, ancestors = self._best, self._model.ancestors
        led = any(place for id, place in best.found.items() if step in ancestors[id])
        return bool(led) or (best.explained and step == self._model.graph.output)

    def _spans(self, step: str, place: Place | None) -> tuple[list[int], list[int]]:
        """Where the value is made, and the entry function's expression that led there; for an
        argument that was taken as it is, where the next step was made of it.
        """
        if place is not None and place.candidate.record < 0:
            place = self._next(step)
        if place is None or place.candidate.record < 0:
            return [-1] * 4, [-1] * 4
        return self._recorded.told(*self._recorded.place(place.candidate.record))

    def _passed_over(
        self, step: str, place: Place, span: list[int], call: list[int]
    ) -> tuple[list[int], list[int]]:
        """Where what is missing would stand: where the same numbers were made again, last before
        they were used as the step; or else where they were so used, in the function that made them.
        """
        following = self._next(step)
        if following is None or place.candidate.record < 0 or self._is_sum(step):
            return span, call
        own, use = place.candidate.record, following.candidate.record
        latest = max(
            candidate.record
            for candidate in self._recorded.by_size[place.value.size].candidates
            if own <= candidate.record < max(use, own + 1)
            and self._model.holds(candidate, place.value)
        )
        recorded = self._recorded
        if latest > own:
            return recorded.told(*recorded.place(latest))
        depth = len(recorded.path(int(recorded.records[own, 1])))
        path = (*recorded.path(int(recorded.records[use, 1])), recorded.place(use)[0])
        return recorded.told(path[min(depth, len(path) - 1)], path[0])

    def _is_sum(self, step: str) -> bool:
        """Whether several values of the step's own shape go into it: then one of them is missing
        where the other was made.
        """
        values = self._best.values
        sources = set(self._model.graph.steps[step].inputs.values())
        same = [s for s in sources if np.shape(values[s]) == values[step].shape]
        return len(same) > 1

    def _next(self, step: str) -> Place | None:
        places: Mapping[str, Place | None] = self._best.found
        following = (places.get(child) for child in self._model.children[step])
        return next((place for place in following if place), None)


def _largest(difference: Array) -> float | None:
    largest = float(np.abs(difference).max(initial=0.0))
    return largest if np.isfinite(largest) else None
