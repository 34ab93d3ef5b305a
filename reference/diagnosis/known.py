"""Known mistakes that explain what a learner's code returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.diagnosis.search import Hypothesis
from reference.steps import Step, StepFailed

Array = np.ndarray[Any, Any]
Mistake = tuple[str, str | None]
"""A pitfall, with its variant."""

_MOST_TOGETHER = 3
_MOST_TRIED = 100


def explaining(model: Model, output: Array) -> Iterator[Mistake]:
    """Pitfalls, with their variants, that give just this output."""
    for pitfall in model.graph.pitfalls.values():
        for variant in pitfall.variants:
            changes = pitfall.changes(variant)
            if not changes:
                continue
            try:
                values = model.evaluate({}, model.expected, changes)
            except StepFailed:
                continue
            if model.close(output, values[model.graph.output]):
                yield pitfall.id, variant


def places(
    model: Model, recorded: Recorded, pitfall: str, variant: str | None
) -> dict[str, Place] | None:
    """Where each step that the pitfall changes was recorded; None when none was.

    A step that is passed over, with others fed from what should have gone into it, is the one that
    is wrong: it lacks what it should do.
    """
    changes = model.graph.pitfalls[pitfall].changes(variant)
    values = model.evaluate({}, model.expected, changes)
    found: dict[str, Place] = {}
    for id in changes:
        skipped = _skipped(model, changes, id, values)
        for step, value in skipped.items() if skipped else [(id, values[id])]:
            place = model.find(value, recorded)
            if place is not None:
                found[step] = place
    return found or None


def _skipped(
    model: Model, changes: dict[str, Step], id: str, values: dict[str, Any]
) -> dict[str, Array]:
    """Sources of a rewired step that nobody uses any more, with what is used in their place."""
    old, new = model.graph.steps[id], changes[id]
    if old.function is not new.function:
        return {}
    skipped = {}
    for parameter, source in old.inputs.items():
        instead = values.get(new.inputs[parameter])
        unused = all(
            source not in changes.get(c, model.graph.steps[c]).inputs.values()
            for c in model.children.get(source, ())
        )
        passed_over = source != new.inputs[parameter] and unused and source in model.children
        if passed_over and instead is not None and instead.shape == values[source].shape:
            skipped[source] = instead
    return skipped


def named(
    model: Model, best: Hypothesis, output: Array | None, checks: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The known mistakes, one or more together, that explain the learner's values and output.

    Where several explain them alike, all are named that also explain the outputs of ``checks``.
    """
    if output is None or output.shape != model.expected[model.graph.output].shape:
        local = (mistake for mistake, cover in _covers(model, best) if cover)
        return [_told(model, mistake, best) for mistake in local]
    if model.close(output, model.expected[model.graph.output]):
        return []
    single = list(explaining(model, output))
    if single:
        return [_told(model, it, best) for it in single if _holds(model, [it], checks)]
    if not best.given:
        return []
    several, covered = _together(model, best, output)
    if covered == set(best.given) and not _holds(model, several, checks):
        return []
    return [_told(model, mistake, best) for mistake in several]


def _together(
    model: Model, best: Hypothesis, output: Array
) -> tuple[Sequence[Mistake], frozenset[str]]:
    """The fewest known mistakes that explain the most of the wrong steps, and these steps."""
    covers = dict(_covers(model, best))
    chosen: list[tuple[Sequence[Mistake], frozenset[str]]] = []
    for count in range(1, _MOST_TOGETHER + 1):
        for several in combinations(covers, count):
            covered = frozenset[str]().union(*(covers[mistake] for mistake in several))
            if len(covered) == sum(len(covers[mistake]) for mistake in several):
                chosen.append((several, covered))
    chosen.sort(key=lambda it: (-len(it[1]), len(it[0])))
    for told, covered in chosen[:_MOST_TRIED]:
        if _explains(model, told, best, output):
            return told, covered
    return (), frozenset()


def _covers(model: Model, best: Hypothesis) -> Iterator[tuple[Mistake, frozenset[str]]]:
    """Pitfalls, and the wrong steps that they may explain: those they change or pass over."""
    for pitfall in model.graph.pitfalls.values():
        for variant in pitfall.variants:
            changes = pitfall.changes(variant)
            cover = frozenset(step for step in best.given if _is_covered(model, step, changes))
            if cover and all(_fits(model, changes, step, best) for step in cover):
                yield (pitfall.id, variant), cover


def _is_covered(model: Model, step: str, changes: Mapping[str, Step]) -> bool:
    """Whether it is changed, or nothing uses it any more."""
    children = model.children[step]
    return step in changes or (
        len(children) > 0
        and all(
            child in changes and step not in changes[child].inputs.values() for child in children
        )
    )


def _fits(model: Model, changes: Mapping[str, Step], step: str, best: Hypothesis) -> bool:
    """Whether of the learner's own inputs to the step it makes the learner's value, or feeds that
    to what follows in place of the step.
    """
    if step not in changes:
        return any(
            model.close(best.given[step].value, best.values[source])
            for child in model.children[step]
            for parameter, source in changes[child].inputs.items()
            if model.graph.steps[child].inputs.get(parameter) == step
            and isinstance(best.values[source], np.ndarray)
        )
    wrong = model.run(step, best.values, changes)
    return wrong is not None and model.close(best.given[step].value, wrong)


def _changed(model: Model, chosen: Sequence[Mistake]) -> dict[str, Step]:
    changes: dict[str, Step] = {}
    for pitfall, variant in chosen:
        changes |= model.graph.pitfalls[pitfall].changes(variant)
    return changes


def _explains(model: Model, chosen: Sequence[Mistake], best: Hypothesis, output: Array) -> bool:
    """Whether the output follows from these, and from the learner's values in the other steps."""
    changes = _changed(model, chosen)
    others = {
        step: place.value
        for step, place in best.given.items()
        if not _is_covered(model, step, changes)
    }
    try:
        values = model.evaluate(others, model.expected, changes)
    except StepFailed:
        return False
    return model.close(output, values[model.graph.output])


def _holds(model: Model, chosen: Sequence[Mistake], checks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the outputs of further inputs follow from the same mistakes."""
    changes = _changed(model, chosen)
    for check in checks:
        try:
            other = model.on(check["inputs"])
            values = other.evaluate({}, None, changes)
        except StepFailed:
            return False
        if not other.close(check["output"], values[model.graph.output]):
            return False
    return True


def _told(model: Model, mistake: Mistake, best: Hypothesis) -> dict[str, Any]:
    pitfall, variant = mistake
    changes = model.graph.pitfalls[pitfall].changes(variant)
    given = [step for step in model.ids if step in best.given]
    told = [step for step in given if _is_covered(model, step, changes)]
    told += [*given, *(step for step in model.ids if step in changes)]
    step = told[0]
    return {"id": pitfall, "variant": variant, "step": step}
