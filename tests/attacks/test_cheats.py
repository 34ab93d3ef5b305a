"""Every cheat, judged as a submission is, in every tier: none is accepted."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.cases import submit_cases
from app.domain.report import Report
from app.services.judge import judge
from sandbox.pool import Pool
from sandbox.protocol import RunRequest, RunResult, RuntimeInfo, Tier
from tests.builders.problem import SOURCE, scaled_sum
from tests.fakes.answers import FakeAnswers

from .arena import Arena
from .cheat import Cheat
from .groups import CHEATS

Grade = Callable[..., Report]
CARELESS = Path(__file__).with_name("careless.py")


class PoolRunner:
    """A ``Runner`` of one tier; the answers come from elsewhere."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def learner(self, request: RunRequest) -> RunResult:
        return self._pool.run(request)

    def author(self, request: RunRequest) -> RunResult:
        raise AssertionError("nobody asks for a reference here")

    def info(self) -> RuntimeInfo:
        return self._pool.info

    def close(self) -> None:
        self._pool.close()


@pytest.fixture(scope="module")
def grade(arena: Arena) -> Grade:
    problem = scaled_sum()
    cases = submit_cases(problem, "attacked")

    def run(source: str, tests: int = len(cases)) -> Report:
        return judge(
            problem,
            source,
            cases[:tests],
            runner=PoolRunner(arena.pool),
            answers=FakeAnswers(),  # type: ignore[arg-type]
            clock=time.perf_counter,
        )

    return run


SMOKE = frozenset(
    {"look into the frames", "leave with success", "forge a verdict", "patch allclose"}
)


def _marks(cheat: Cheat) -> list[pytest.MarkDecorator]:
    return [] if cheat.name in SMOKE else [pytest.mark.full]


@pytest.mark.parametrize(
    "cheat", [pytest.param(cheat, id=cheat.name, marks=_marks(cheat)) for cheat in CHEATS]
)
@pytest.mark.parametrize(
    "arena",
    [pytest.param((tier, "python"), id=tier.value) for tier in Tier],
    indirect=True,
    scope="module",
)
def test_a_cheat_is_not_accepted(arena: Arena, grade: Grade, cheat: Cheat) -> None:
    report = grade(cheat.source())
    assert [test.verdict.value for test in report.tests] == [cheat.verdict] * len(report.tests)
    assert report.points == 0
    assert grade(SOURCE, 1).verdict.value == "accepted"
    arena.check()


OWN_WITNESS = Cheat(
    "know the answer, spoil the inputs and hide it",
    "accepted",
    """
    y = factor * x.sum(axis=1)
    x[:] = 0
    sys._getframe(1).f_locals['job'].pristine.clear()
    return y
    """,
)
"""That inputs were modified is known in the learner's own process alone.  With a right answer
nothing is gained by hiding it, with a wrong one nothing at all.
"""


@pytest.mark.full
@pytest.mark.parametrize("arena", [(Tier.FLAT, "python")], indirect=True, scope="module")
def test_hiding_spoiled_inputs_gains_no_more_than_an_honest_answer(
    arena: Arena, grade: Grade
) -> None:
    report = grade(OWN_WITNESS.source())
    assert {test.verdict.value for test in report.tests} == {OWN_WITNESS.verdict}
    assert report.points == grade(SOURCE).points
    arena.check()


@pytest.mark.full
@pytest.mark.parametrize("cheat", [cheat for cheat in CHEATS if cheat.fools], ids=lambda c: c.name)
def test_a_careless_grader_is_fooled(cheat: Cheat) -> None:
    assert _careless(cheat.source())


@pytest.mark.full
def test_a_careless_grader_refuses_what_is_plainly_wrong() -> None:
    assert _careless(SOURCE)
    assert not _careless("def scaled_sum(x, factor):\n    return 0 * x.sum(axis=1)\n")


def _careless(source: str) -> bool:
    done = subprocess.run(
        [sys.executable, CARELESS], input=source.encode(), capture_output=True, check=False
    )
    return done.returncode == 0
