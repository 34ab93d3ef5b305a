"""Which steps a learner got wrong: the fewest whose recorded values, put in the place of the
reference's, make what follows come out as recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.diagnosis.layouts import layouts
from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.spoilt import Spoilt
from reference.steps import Step, StepFailed

Array = np.ndarray[Any, Any]

_MOST_MISTAKES = 6
_BEAM = 4
_MOST_SKIPPED = 5
"""Steps that a solution may leave unrecorded before the one that is looked at."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """``given`` are the learner's own values where the learner went wrong; ``values`` what follows
    from them; ``found`` where each other step was recorded, if it was.
    """

    given: Mapping[str, Place]
    values: Mapping[str, Any]
    found: Mapping[str, Place | None]
    explained: bool
    """Whether the learner's output follows."""
    spoilt: int = 0
    """How many of ``given`` had been right before something more was done to them."""
    known: int = 0
    """How many of ``given`` are what a known mistake makes of the learner's own inputs."""
    repeats: int = 0
    """Steps found that only rearrange one of ``given``: that they follow proves nothing."""
    remote: int = 0
    """How many of ``given`` depend on a step that was seen nowhere."""
    complete: bool = False
    """Whether it is explained, and every step was found, or one that follows from it was."""

    @property
    def right(self) -> int:
        """Values that were recorded just as they follow from the learner's inputs; one that serves
        for two steps counts once.
        """
        seen = {id(place.candidate) for place in self.found.values() if place}
        return len(seen) + self.spoilt - self.repeats

    @property
    def rank(self) -> float:
        """The best is the largest: each mistake must make more than itself come out right, and much
        more where what leads to it was not seen either.
        """
        gained = self.right + 0.5 * self.known + 1.0 * self.explained
        return gained - 0.9 * len(self.given) - 1.0 * self.remote


class Search:
    """One search on one trace; ``late`` says that time is up."""

    def __init__(
        self, model: Model, recorded: Recorded, output: Array | None, late: Callable[[], bool]
    ) -> None:
        self._model = model
        self._recorded = recorded
        self._output = output
        self._late = late
        self._pitfalls = _changed_steps(model)
        self._spoilt = Spoilt(model, recorded, late)

    def best(self, first: Hypothesis | None = None) -> Hypothesis:
        """The best explanation found in the time there was; ``first`` is one to begin with."""
        best = self.hypothesis({})
        beam = [best]
        if first is not None:
            best = max(best, first, key=lambda it: it.rank)
        for _ in range(_MOST_MISTAKES):
            if best.complete or self._late():
                break
            found = [new for old in beam for new in self._expanded(old)]
            beam = sorted(found, key=lambda it: it.rank, reverse=True)[:_BEAM]
            if not beam:
                break
            best = max(best, beam[0], key=lambda it: it.rank)
        return best

    def hypothesis(
        self, given: Mapping[str, Place], parent: Hypothesis | None = None, known: int = 0
    ) -> Hypothesis:
        """What follows from ``given``.  Raises StepFailed."""
        model = self._model
        own = {step: place.value for step, place in given.items()}
        values = model.evaluate(own, parent.values if parent else None)
        found: dict[str, Place | None] = {}
        for step in model.ids:
            if step in given:
                continue
            if parent is not None and step in parent.found and values[step] is parent.values[step]:
                found[step] = parent.found[step]
            else:
                found[step] = self._find(step, values)
        for step in found:
            if found[step] is None and self._is_bridged(step, given, found):
                found[step] = self._equivalent(step, values)
        end = model.graph.output
        explained = self._output is not None and model.close(self._output, values[end])
        if end in found and self._output is not None and not explained:
            found[end] = None  # What was done to it after it had been right is part of it.
        repeats = sum(
            found[step] is not None and self._repeats(step, own, values) for step in found
        )
        complete = explained and all(
            found[step] is not None or self._is_bridged(step, given, found) for step in found
        )
        remote = sum(
            any(
                s not in given
                and not found[s]
                and not self._is_bridged(s, given, found)
                and not self._equivalent(s, values)
                for s in model.ancestors[step]
            )
            for step in given
        )
        before = parent.found if parent else {}
        spoilt = (parent.spoilt if parent else 0) + sum(before.get(s) is not None for s in given)
        return Hypothesis(given, values, found, explained, spoilt, known, repeats, remote, complete)

    def _repeats(self, step: str, own: Mapping[str, Array], values: Mapping[str, Any]) -> bool:
        """Whether it holds the numbers of one of the learner's own values that it depends on."""
        return any(
            self._model.same_numbers(values[step], value)
            for other, value in own.items()
            if other in self._model.ancestors[step]
        )

    def _is_bridged(
        self, step: str, given: Mapping[str, Place], found: Mapping[str, Place | None]
    ) -> bool:
        """Whether one that follows was found, with no mistake on the way."""
        return any(
            child not in given and (found[child] or self._is_bridged(child, given, found))
            for child in self._model.children[step]
        )

    def _find(self, step: str, values: Mapping[str, Any]) -> Place | None:
        """Of a run that broke off, its beginning counts: the first image, or its first head."""
        value = values[step]
        place = self._model.find(value, self._recorded)
        while place is None and self._output is None and value.ndim > 1:
            value = value[0]
            place = self._model.find(value, self._recorded)
        return place

    def _equivalent(self, step: str, values: Mapping[str, Any]) -> Place | None:
        """Where what does for a step was recorded: only of one that what follows shows was right,
        since the scores before they are scaled are also what is left when they never are.
        """
        places = (
            self._model.find(value, self._recorded)
            for value in self._model.equivalents(step, values)
        )
        return next((place for place in places if place is not None), None)

    def _expanded(self, old: Hypothesis) -> Iterator[Hypothesis]:
        """``old`` with one more mistake (or one made alike in several steps that meet), the first
        that can be told.
        """
        unseen = [step for step in self._model.ids if old.found.get(step, old) is None]
        for step in unseen:
            if len(self._model.ancestors[step].intersection(unseen)) > _MOST_SKIPPED:
                continue
            some = False
            for added, known in self._mistakes(step, old):
                if self._late():
                    return
                try:
                    new = self.hypothesis({**old.given, **added}, old, old.known + known)
                except StepFailed:
                    continue
                if new.explained or new.right > old.right or known:
                    some = some or new.rank > old.rank
                    yield new
            if some:
                return

    def _mistakes(self, step: str, old: Hypothesis) -> Iterator[tuple[dict[str, Place], int]]:
        """Steps with the values the learner may have gone on with, and whether a known mistake."""
        spoilt = self._spoilt.inputs(step, old.values, old.found, self._seen)
        yield from ((added, 0) for added in spoilt)
        used = _used(old)
        known = self._known(step, old, used)
        leading = [it for it in known if self._leads_on(step, it.value, old.values, used)]
        yield from (({step: place}, 1) for place in leading)
        if leading:
            return
        some = False
        for place in self._places(step, old):
            if self._leads_on(step, place.value, old.values, used):
                some = True
                yield {step: place}, 0
        if not some:  # Perhaps the next step is wrong as well.
            yield from (({step: place}, 1) for place in known)

    def _places(self, step: str, old: Hypothesis) -> Iterator[Place]:
        """All recorded arrays that can be read as the step."""
        value = old.values[step]
        fingerprints = self._recorded.by_size.get(value.size)
        after = self._begun(step, old)
        for candidate in fingerprints.candidates if fingerprints else ():
            if 0 <= candidate.last < after:
                continue
            for layout in layouts(value.shape, candidate.value.shape, self._model.pairs)[:4]:
                yield Place(candidate, layout)

    def _begun(self, step: str, old: Hypothesis) -> int:
        """The record before which the step cannot have been made: its inputs were not there."""
        sources = self._model.graph.steps[step].inputs.values()
        places = (old.given.get(source) or old.found.get(source) for source in sources)
        return max((place.candidate.record for place in places if place), default=0)

    def _known(self, step: str, old: Hypothesis, used: set[int]) -> list[Place]:
        """What known mistakes make of the learner's own inputs, where it was recorded, and not as
        what is another step already.
        """
        places: dict[int, Place] = {}
        for changed in self._pitfalls.get(step, ()):
            wrong = self._model.run(step, old.values, {step: changed})
            place = None if wrong is None else self._model.find(wrong, self._recorded)
            if place is not None and id(place.candidate) not in used:
                places[id(place.candidate)] = place
        return list(places.values())

    def _leads_on(self, step: str, value: Array, values: Mapping[str, Any], used: set[int]) -> bool:
        """Whether a step that follows was recorded, or the output follows, given this value; not as
        one of ``used``, what is another step already, nor as the value itself rearranged.
        """
        model = self._model
        if step == model.graph.output:
            return self._output is not None and model.close(self._output, value)
        before, values = values, {**values, step: value}
        for child in model.children[step]:
            made = model.run(child, values)
            if made is None or self._is_other_route(child, made, before):
                continue
            place = model.find(made, self._recorded)
            if place and (model.same_numbers(made, value) or id(place.candidate) in used):
                if self._leads_on(child, made, values, used):
                    return True
            elif place or self._is_output(child, made):
                return True
        return False

    def _is_other_route(self, step: str, value: Array, values: Mapping[str, Any]) -> bool:
        """Whether it does for the step as it is: scaled queries lead to scaled scores."""
        alike = self._model.equivalents(step, values)
        return any(self._model.close(value, other) for other in alike)

    def _seen(self, step: str, value: Array) -> Place | bool | None:
        return self._model.find(value, self._recorded) or self._is_output(step, value)

    def _is_output(self, step: str, value: Array) -> bool:
        if step != self._model.graph.output or self._output is None:
            return False
        return self._model.close(self._output, value)


def _used(hypothesis: Hypothesis) -> set[int]:
    return {id(place.candidate) for place in hypothesis.found.values() if place}


def _changed_steps(model: Model) -> dict[str, list[Step]]:
    """For each step what known mistakes make of it."""
    changed: dict[str, list[Step]] = {}
    for pitfall in model.graph.pitfalls.values():
        for variant in pitfall.variants:
            for id, step in pitfall.changes(variant).items():
                changed.setdefault(id, []).append(step)
    return changed
