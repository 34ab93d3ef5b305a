"""The corpus keeps what it promises: what is right is right, and the labels fit the values."""

from __future__ import annotations

import difflib
import io
import traceback
from contextlib import redirect_stdout
from functools import cache
from typing import Any

import numpy as np
import pytest

from app.domain.cases import trace_case
from reference.vit_encoder_block import graph
from tests.problems.vit_encoder_block import problem
from tests.trace import corpus
from tests.trace.corpus import Correct, Faulty

FAULTY = corpus.faulty()
CORRECT = corpus.correct()
STEPS = [step.id for step in problem().spec.steps]
PITFALLS = {pitfall.id for pitfall in problem().spec.pitfalls}
FILE = "a solution"

VALUES = [f for f in FAULTY if f.truth.outcome == "wrong_value"]
PAIRS = [f for f in FAULTY if len(f.faults) == 2]
EXCEPTIONS = [f for f in FAULTY if f.truth.outcome == "exception"]
RECOGNISED = [f for f in VALUES if len(f.faults) == 1 and f.faults[0].pitfall]
ENDING = [f for f in FAULTY if f.truth.outcome != "time_limit"]


@cache
def arguments() -> dict[str, Any]:
    return dict(trace_case(problem()).arguments)


@cache
def expected() -> Any:
    return graph.evaluate(arguments())["output"]


@cache
def result(source: str) -> Any:
    """What the solution returns on the trace case; its prints and warnings are nobody's."""
    given = [np.array(a) if isinstance(a, np.ndarray) else a for a in arguments().values()]
    names: dict[str, Any] = {"__name__": "solution"}
    with redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        exec(compile(source, FILE, "exec"), names)
        return names["vit_encoder_block"](*given)


def outcome(source: str) -> str:
    try:
        value = result(source)
    except Exception:
        return "exception"
    if not isinstance(value, np.ndarray):
        return "wrong_type"
    if value.shape != expected().shape:
        return "wrong_shape"
    if value.dtype != np.float64:
        return "wrong_dtype"
    return "accepted" if same(value, expected()) else "wrong_value"


def same(one: Any, other: Any, tolerance: float = 1e-8) -> bool:
    return one.shape == other.shape and np.allclose(one, other, rtol=tolerance, atol=tolerance)


@cache
def mistaken() -> dict[tuple[str, str | None], Any]:
    """The output of each variant of each pitfall."""
    return {
        (id, variant): graph.evaluate(arguments(), pitfall=id, variant=variant)["output"]
        for id, pitfall in graph.pitfalls.items()
        for variant in pitfall.variants
    }


def changed_steps(id: str) -> set[str]:
    pitfall = graph.pitfalls[id]
    return {step for variant in pitfall.variants for step in pitfall.changes(variant)}


def touched_lines(new: list[str], old: list[str]) -> set[int]:
    """Lines of ``new`` (from 1) that are not in ``old``, and those around what is gone."""
    touched = set[int]()
    for tag, _, _, start, stop in difflib.SequenceMatcher(
        a=old, b=new, autojunk=False
    ).get_opcodes():
        if tag != "equal":
            touched |= set(range(start + 1, stop + 1)) or {start, start + 1}
    return touched


def test_the_corpus_is_as_large_as_it_should_be() -> None:
    assert len(corpus.styles()) >= 10
    assert len(CORRECT) >= 40
    assert len(FAULTY) >= 150
    assert len(PAIRS) >= 20
    assert len([f for f in FAULTY if f.truth.outcome != "wrong_value"]) >= 10
    assert len({f.name for f in FAULTY}) == len({f.source for f in FAULTY}) == len(FAULTY)
    assert {f.faults[0].pitfall for f in RECOGNISED} == PITFALLS
    assert {f.truth.first.step for f in FAULTY} == set(STEPS)


@pytest.mark.parametrize("solution", CORRECT, ids=lambda s: s.name)
def test_correct_solutions_are_right(solution: Correct) -> None:
    assert outcome(solution.source) == "accepted"
    np.testing.assert_allclose(result(solution.source), expected(), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("solution", ENDING, ids=lambda s: s.name)
def test_faulty_solutions_fail_as_they_say(solution: Faulty) -> None:
    assert outcome(solution.source) == solution.truth.outcome


@pytest.mark.parametrize("solution", EXCEPTIONS, ids=lambda s: s.name)
def test_exceptions_are_raised_in_a_line_that_is_named(solution: Faulty) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011  # of whatever kind
        result(solution.source)
    frames = traceback.extract_tb(caught.value.__traceback__)
    places = (solution.truth.first, *solution.truth.also)
    named = {line for place in places for line in place.lines}
    assert named & {frame.lineno for frame in frames if frame.filename == FILE}


@pytest.mark.parametrize("solution", RECOGNISED, ids=lambda s: s.name)
def test_a_pitfall_gives_the_output_of_its_name(solution: Faulty) -> None:
    id = solution.faults[0].pitfall
    assert id is not None
    value, tolerance = result(solution.source), 1e-5 if id == "float32" else 1e-8
    outputs = [output for (name, _), output in mistaken().items() if name == id]
    assert any(same(value, output, tolerance) for output in outputs)


@pytest.mark.parametrize("solution", VALUES, ids=lambda s: s.name)
def test_no_pitfall_has_this_output_but_the_one_that_is_named(solution: Faulty) -> None:
    outputs = {name for name, output in mistaken().items() if same(result(solution.source), output)}
    named = {fault.pitfall for fault in solution.faults}
    assert {id for id, _ in outputs} <= named


@pytest.mark.parametrize("solution", RECOGNISED, ids=lambda s: s.name)
def test_a_pitfall_is_seen_at_a_step_that_it_changes(solution: Faulty) -> None:
    first = solution.truth.first
    assert first.pitfall is not None
    changed = changed_steps(first.pitfall)
    assert not changed or {first.step, *first.accept} & changed


@pytest.mark.parametrize("solution", FAULTY, ids=lambda s: s.name)
def test_labels_are_well_formed(solution: Faulty) -> None:
    places = (solution.truth.first, *solution.truth.also)
    order = [STEPS.index(place.step) for place in places]
    assert order[0] == min(order)
    for place in places:
        assert place.lines
        assert place.accept <= set(STEPS)
        assert place.pitfall is None or place.pitfall in PITFALLS


@pytest.mark.parametrize("solution", FAULTY, ids=lambda s: s.name)
def test_a_named_line_is_one_that_was_changed(solution: Faulty) -> None:
    style = next(c for c in CORRECT if c.name == solution.style)
    touched = touched_lines(solution.source.splitlines(), style.source.splitlines())
    for place in (solution.truth.first, *solution.truth.also):
        assert place.lines & touched


@pytest.mark.parametrize("pair", PAIRS, ids=lambda s: s.name)
def test_both_mistakes_of_a_pair_show(pair: Faulty) -> None:
    alone = {
        f.faults[0].id: f.source for f in FAULTY if f.style == pair.style and len(f.faults) == 1
    }
    for fault in pair.faults:
        assert not same(result(alone[fault.id]), result(pair.source))
