"""A program that is recorded does what it does."""

from __future__ import annotations

import pytest

from tests.unit.sandbox.recorder.outcomes import plain, recorded
from tests.unit.sandbox.recorder.programs import programs

PROGRAMS = programs()


def test_there_are_programs_of_each_kind() -> None:
    outcomes = [plain(program) for program in PROGRAMS]
    assert len(outcomes) > 120
    assert sum(outcome.raised is not None for outcome in outcomes) > 25
    assert sum(bool(outcome.printed) for outcome in outcomes) > 10
    assert not [outcome for outcome in outcomes if outcome.raised and not outcome.frames]


@pytest.mark.parametrize("source", PROGRAMS)
def test_recorded_as_it_is(source: str) -> None:
    assert recorded(source)[0] == plain(source)
