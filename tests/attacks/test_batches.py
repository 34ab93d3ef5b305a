"""The tests of one submission may share a process: nothing is gained or lost by that."""

from __future__ import annotations

import pytest

from app.domain.problem import Limits
from sandbox.protocol import RunStatus, Tier
from tests.builders.problem import SOURCE

from .arena import Arena
from .cheat import Cheat
from .cheats_between import CHEATS
from .grader import Grader, verdicts
from .leaving import REMEMBERING, SETTINGS

LIMITS = Limits(wall_seconds=2.0, cpu_seconds=0.5)
"""Some cheats let the next test wait until time is over."""

WASTED = frozenset({RunStatus.WALL_LIMIT, RunStatus.IDLE, RunStatus.CPU_LIMIT})
"""Time for which nobody is charged, since the test is run again."""

SMOKE = frozenset({"forge the next answer", "leave between the tests", "honest only at first"})

in_each_tier = pytest.mark.parametrize(
    "arena",
    [pytest.param((tier, "batches"), id=tier.value) for tier in Tier],
    indirect=True,
    scope="module",
)


@pytest.fixture(scope="module")
def grade(arena: Arena) -> Grader:
    return Grader(arena.pool, LIMITS)


def _marks(cheat: Cheat) -> list[pytest.MarkDecorator]:
    return [] if cheat.name in SMOKE else [pytest.mark.full]


@pytest.mark.parametrize(
    "cheat", [pytest.param(cheat, id=cheat.name, marks=_marks(cheat)) for cheat in CHEATS]
)
@in_each_tier
def test_a_cheat_between_the_tests_changes_no_verdict(
    arena: Arena, grade: Grader, cheat: Cheat
) -> None:
    together = grade(cheat.source())
    assert verdicts(together) == [cheat.verdict] * len(grade.cases)
    assert sum(result.status in WASTED for result in grade.results) <= 1
    alone = grade(cheat.source(), together=False)
    assert all(result.first for result in grade.results)
    assert verdicts(together) == verdicts(alone)
    assert together.points == alone.points
    arena.check()


@in_each_tier
def test_the_tests_of_an_honest_submission_share_a_process(grade: Grader) -> None:
    assert verdicts(grade(SOURCE)) == ["accepted"] * len(grade.cases)
    assert [result.first for result in grade.results] == [True, *[False] * (len(grade.cases) - 1)]


@in_each_tier
def test_what_honest_code_changes_is_put_back(grade: Grader) -> None:
    same = [grade.cases[-1]] * 3
    assert verdicts(grade(SETTINGS, same)) == ["accepted"] * len(same)
    assert [result.first for result in grade.results] == [True, False, False]


@in_each_tier
def test_a_shown_test_never_tells_of_a_hidden_one(grade: Grader) -> None:
    """What is printed there speaks of shown ones at most."""
    *shown, hidden = grade.cases
    report = grade(REMEMBERING, [hidden, shown[0], hidden, hidden, shown[1], shown[2]])
    assert verdicts(report) == ["accepted"] * 6
    size = hidden.arguments["x"].size  # type: ignore[union-attr]
    printed = [(report.tests[at].stdout or "").split() for at in (1, 4, 5)]
    assert [str(size) in words for words in printed] == [False] * 3
    assert printed[-1] == [str(shown[1].arguments["x"].size)]  # type: ignore[union-attr]


@in_each_tier
def test_a_submission_finds_nothing_of_the_one_before(grade: Grader) -> None:
    shown = grade.cases[:2]
    for _ in range(2):
        report = grade(REMEMBERING, shown)
        assert verdicts(report) == ["accepted"] * 2
        printed = [(test.stdout or "").split() for test in report.tests]
        assert printed == [[], [str(shown[0].arguments["x"].size)]]  # type: ignore[union-attr]
