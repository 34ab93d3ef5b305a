"""Every cheat, judged as a submission is, in every tier: none is accepted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.protocol import Tier
from tests.builders.problem import SOURCE

from .arena import Arena
from .cheat import Cheat
from .grader import Grader, verdicts
from .groups import CHEATS

CARELESS = Path(__file__).with_name("careless.py")


@pytest.fixture(scope="module")
def grade(arena: Arena) -> Grader:
    return Grader(arena.pool)


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
def test_a_cheat_is_not_accepted(arena: Arena, grade: Grader, cheat: Cheat) -> None:
    report = grade(cheat.source())
    assert verdicts(report) == [cheat.verdict] * len(report.tests)
    assert report.points == 0
    assert verdicts(grade(cheat.source(), together=False)) == verdicts(report)
    assert verdicts(grade(SOURCE)) == ["accepted"] * len(grade.cases)
    arena.check()


OWN_WITNESS = Cheat(
    "know the answer, spoil the inputs and hide it",
    "accepted",
    """
    y = factor * x.sum(axis=1)
    x[:] = 0
    sys._getframe(1).f_locals['job'].places.clear()
    return y
    """,
)
"""That inputs were modified is known in the learner's own process alone.  With a right answer
nothing is gained by hiding it, with a wrong one nothing at all.
"""


@pytest.mark.full
@pytest.mark.parametrize("arena", [(Tier.FLAT, "python")], indirect=True, scope="module")
def test_hiding_spoiled_inputs_gains_no_more_than_an_honest_answer(
    arena: Arena, grade: Grader
) -> None:
    report = grade(OWN_WITNESS.source())
    assert set(verdicts(report)) == {OWN_WITNESS.verdict}
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
