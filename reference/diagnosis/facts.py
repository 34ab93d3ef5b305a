"""From an explanation to plain facts that can leave the sandbox."""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.relations import relation
from reference.diagnosis.search import Hypothesis
from reference.diagnosis.whereabouts import Spans, Whereabouts

Array = np.ndarray[Any, Any]
Told = dict[str, Any]

_SHORT = 1e-3
"""Off by no more, numbers of half or single precision may be right."""

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
        self._whereabouts = Whereabouts(model, recorded, best)

    def told(self, pitfalls: list[Told], output: Array | None, *, finished: bool) -> Told:
        given = [step for step in self._model.ids if step in self._best.given]
        right = self._model.expected[self._model.graph.output]
        mistakes = [self._mistake(step, self._best.given[step]) for step in given]
        if not mistakes and finished and (output is None or output.shape != right.shape):
            mistakes = self._returned_wrongly(output)
        if not mistakes and output is not None and pitfalls:
            mistakes = [self._unseen(pitfalls[0]["step"], output)]
        unmade = None if finished else self._broken_off()
        return {
            "steps": [self._step(step, unmade) for step in self._model.ids],
            "mistakes": mistakes,
            "pitfalls": pitfalls,
            "next": self._broken_off(),
            "explained": self._best.explained,
            "complete": self._best.complete,
            "right": output is not None and self._model.close(output, right),
        }

    def _returned_wrongly(self, output: Array | None) -> list[Told]:
        """What is returned, where all that leads to it is right, is no array of the right shape."""
        end = self._model.graph.output
        if not all(place for step, place in self._best.found.items() if step != end):
            return []
        span, call = self._whereabouts.of_output(output)
        told = {"step": end, "span": span, "call": call, "isolated": False, "relation": {}}
        return [{**told, "yours": None, "expected": None}]

    def _unseen(self, step: str, output: Array) -> Told:
        """A known mistake that explains the output, though nothing of it was recorded before."""
        span, call = self._whereabouts.of_output(output)
        told = {"step": step, "span": span, "call": call, "isolated": False, "relation": {}}
        return {**told, "yours": None, "expected": None}

    def _broken_off(self) -> str | None:
        """The first step that was not made though all that goes into it was; if all were made, the
        last.
        """
        made = {step for step in self._model.ids if self._is_made(step)}
        made.update(*(self._model.ancestors[step] for step in made))
        for step in self._model.order:
            if step.id not in made and made.issuperset(self._model.ancestors[step.id]):
                return step.id
        return self._model.graph.output

    def _is_made(self, step: str) -> bool:
        """Whether it was recorded, and not only as what it is to be rearranged from."""
        best = self._best
        place = best.given.get(step) or best.found.get(step)
        if place is None:
            return False
        sources = self._model.graph.steps[step].inputs.values()
        found = [best.given.get(source) or best.found.get(source) for source in sources]
        return all(it is None or it.candidate is not place.candidate for it in found)

    def _step(self, step: str, unmade: str | None) -> Told:
        best = self._best
        expected = self._model.expected[step]
        place = best.given.get(step) or best.found.get(step)
        state = "not_found"
        if step in best.given:
            state = "first"
        elif step == unmade:
            place = None
        elif place is not None:
            right = self._model.close(best.values[step], expected) and not self._is_imprecise(step)
            state = "match" if right else "inherited"
        span, _ = self._whereabouts.of(step, place)
        shape = list(place.candidate.value.shape) if place else []
        whole = place is not None and place.candidate.value.size == expected.size
        error = None
        if place is not None and whole:
            own = best.given.get(step) or self._model.close(place.value, best.values[step])
            error = _largest(place.value - expected) if own else None
        return {"id": step, "state": state, "line": span[0], "shape": shape, "error": error}

    def _is_imprecise(self, step: str) -> bool:
        """Whether it is right only to the precision of numbers shorter than the tolerance."""
        place, value = self._best.found.get(step), self._best.values[step]
        if place is None or place.candidate.value.size != value.size:
            return False
        off = np.abs(place.value - value).max(initial=0.0)
        near = off <= _SHORT * (1.0 + np.abs(value).max(initial=0.0))
        return bool(near) and not self._model.close(place.value, value)

    def _mistake(self, step: str, place: Place) -> Told:
        own = place.value
        right = self._model.run(step, self._best.values)
        shown = right is not None and own.size <= _MOST_SHOWN
        others = {id for id in self._model.ids if step not in self._model.ancestors[id]}
        values = {name: self._best.values[name] for name in others | set(self._model.inputs)}
        close = self._model.close
        told = {} if right is None else relation(step, own, right, values, close)
        span, call = self._where(
            step, place, told["other"] if told.get("kind") == "same_as" else None
        )
        return {
            "step": step,
            "span": span,
            "call": call,
            "isolated": self._is_isolated(step),
            "relation": told,
            "yours": own if shown else None,
            "expected": right if shown else None,
        }

    def _where(self, step: str, place: Place, same_as: str | None) -> Spans:
        """``same_as``: what the value is instead; an input, so that what should be done to it is
        missing, or another step of the kind, computed twice.
        """
        model, where = self._model, self._whereabouts
        if same_as is None:
            return where.of(step, place)
        if same_as in model.ancestors[step] or same_as in model.inputs:
            return where.of_missing(step, place)
        return where.of_double(step, place, second=model.ids.index(step) > model.ids.index(same_as))

    def _is_isolated(self, step: str) -> bool:
        """Whether the output, or something that follows and was recorded, follows from it."""
        best, ancestors = self._best, self._model.ancestors
        led = any(place for id, place in best.found.items() if step in ancestors[id])
        return bool(led) or (best.explained and step == self._model.graph.output)


def _largest(difference: Array) -> float | None:
    largest = float(np.abs(difference).max(initial=0.0))
    return largest if np.isfinite(largest) else None
