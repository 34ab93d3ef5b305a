"""The corpora of solutions are told what is true of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.trace import corpus, headed
from tests.trace.told import Grading, all_told, shares

FEW = 40
"""Of the faulty solutions: every so many-th is looked at in the quick suite."""


@pytest.fixture(scope="module")
def grading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grading]:
    grading = Grading(Path(tmp_path_factory.mktemp("data")))
    yield grading
    grading.close()


def ends(faulty: corpus.Faulty) -> bool:
    return faulty.truth.outcome != "time_limit"


@pytest.mark.parametrize(
    "faulty", list(filter(ends, corpus.faulty()))[::FEW], ids=lambda faulty: faulty.name
)
def test_a_few_are_told_what_is_wrong(grading: Grading, faulty: corpus.Faulty) -> None:
    told = grading.told(faulty)
    assert told.is_right_step, told
    assert told.is_right_line, told
    assert told.names_pitfalls, told
    assert not told.names_others, told


@pytest.mark.parametrize("name", corpus.styles())
def test_no_style_is_accused(grading: Grading, name: str) -> None:
    (solution,) = [it for it in corpus.correct() if it.name == name]
    diagnosis = grading.examined(solution)
    assert diagnosis.reason is None
    assert diagnosis.first_divergence is None
    assert {step.state for step in diagnosis.steps} <= {"match", "not_found"}


@pytest.mark.full
def test_no_correct_solution_is_accused(grading: Grading) -> None:
    said = {it.name: grading.examined(it) for it in [*corpus.correct(), *headed.correct()]}
    assert {name for name, it in said.items() if it.first_divergence or it.pitfalls} == set()
    assert {name for name, it in said.items() if it.reason} == set()


@pytest.mark.full
@pytest.mark.parametrize("solutions", [corpus, headed], ids=["first", "second"])
def test_nearly_all_are_told_what_is_wrong(solutions: ModuleType) -> None:
    all = list(all_told(solutions.faulty()))
    got = shares(all)
    missed = [str(it) for it in all if not (it.is_right_step and it.is_right_line)]
    assert got.step >= 0.97, missed
    assert got.line >= 0.95, missed
    assert got.pitfall >= 0.90, [str(it) for it in all if not it.names_pitfalls]
    assert got.others_named <= 0.04 * got.count, [str(it) for it in all if it.names_others]
