"""Known mistakes that explain what a learner's code returned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from reference.diagnosis.model import Model, Place
from reference.diagnosis.recorded import Recorded
from reference.steps import Step, StepFailed

Array = np.ndarray[Any, Any]
Mistake = tuple[str, str | None]
"""A pitfall, with its variant."""


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
    """Where each step that the pitfall changes was recorded; None when one was not.

    A step that is passed over, with others fed from what should have gone into it, is the one that
    is wrong: it lacks what it should do.
    """
    changes = model.graph.pitfalls[pitfall].changes(variant)
    values = model.evaluate({}, model.expected, changes)
    found: dict[str, Place] = {}
    for id in changes:
        skipped = _skipped(model, recorded, changes, id, values)
        for step, value in skipped.items() if skipped else [(id, values[id])]:
            place = model.find(value, recorded)
            if place is None:
                return None
            found[step] = place
    return found


def _skipped(
    model: Model, recorded: Recorded, changes: dict[str, Step], id: str, values: dict[str, Any]
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
    model: Model, best: Any, output: Array | None, checks: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """The known mistakes, one or more together, that explain the learner's values and output.

    Where several explain them alike, all are named that also explain the outputs of ``checks``.
    """
    if output is None or not best.given:
        return []
    single = list(explaining(model, output))
    if single:
        return [_told(model, it, best) for it in single if _holds(model, [it], checks)]
    local = list(_local(model, best))
    for count in (1, 2, 3):
        for chosen in combinations(local, count):
            if _explains(model, chosen, best, output):
                kept = [it for it in chosen if _holds_in_part(model, it, chosen, best, checks)]
                return [_told(model, mistake, best) for mistake in kept]
    return []


def _local(model: Model, best: Any) -> Iterator[Mistake]:
    """Those that make of the learner's own inputs to a wrong step the learner's value of it."""
    for pitfall in model.graph.pitfalls.values():
        for variant in pitfall.variants:
            changes = pitfall.changes(variant)
            for step, place in best.given.items():
                if step not in changes:
                    continue
                wrong = model.run(step, best.values, changes)
                if wrong is not None and model.close(place.value, wrong):
                    yield pitfall.id, variant
                    break


def _explains(model: Model, chosen: Sequence[Mistake], best: Any, output: Array) -> bool:
    """Whether the output follows from these, and from the learner's values in the other steps."""
    changes: dict[str, Step] = {}
    for pitfall, variant in chosen:
        changes |= model.graph.pitfalls[pitfall].changes(variant)
    others = {step: place.value for step, place in best.given.items() if step not in changes}
    try:
        values = model.evaluate(others, model.expected, changes)
    except StepFailed:
        return False
    return model.close(output, values[model.graph.output])


def _holds(model: Model, chosen: Sequence[Mistake], checks: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the outputs of further inputs follow from the same mistakes."""
    changes: dict[str, Step] = {}
    for pitfall, variant in chosen:
        changes |= model.graph.pitfalls[pitfall].changes(variant)
    for check in checks:
        try:
            other = model.on(check["inputs"])
            values = other.evaluate({}, None, changes)
        except StepFailed:
            return False
        if not other.close(check["output"], values[model.graph.output]):
            return False
    return True


def _holds_in_part(
    model: Model,
    mistake: Mistake,
    chosen: Sequence[Mistake],
    best: Any,
    checks: Sequence[Mapping[str, Any]],
) -> bool:
    """On further inputs only where nothing but known mistakes was made can their output be told."""
    changed: set[str] = set()
    for pitfall, variant in chosen:
        changed |= set(model.graph.pitfalls[pitfall].changes(variant))
    return set(best.given) - changed != set() or _holds(model, chosen, checks)


def _told(model: Model, mistake: Mistake, best: Any) -> dict[str, Any]:
    pitfall, variant = mistake
    changes = model.graph.pitfalls[pitfall].changes(variant)
    step = next((step for step in model.ids if step in best.given and step in changes), None)
    step = step or next((step for step in model.ids if step in best.given), "")
    return {"id": pitfall, "variant": variant, "step": step}
