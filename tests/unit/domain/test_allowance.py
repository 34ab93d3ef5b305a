"""What a whole submission may spend."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.allowance import LEAST_SECONDS, WALL_FACTOR, Allowance
from sandbox.protocol import RunResult, RunStatus


def ran(status, seconds):
    return RunResult(status=status, wall_ms=1000 * seconds)


@pytest.mark.parametrize("status", [RunStatus.IDLE, RunStatus.CPU_LIMIT, RunStatus.WALL_LIMIT])
def test_after_two_tests_out_of_time_no_more_are_run(status):
    allowance = Allowance(10)
    allowance.spend(ran(status, 1))
    allowance.spend(ran(RunStatus.OK, 1))
    assert allowance.refusal is None
    allowance.spend(ran(status, 1))
    assert allowance.refusal == "not run: two tests ran out of time"
    assert allowance.overspent is None


def test_a_test_gets_its_own_limit_or_what_is_left_of_the_total():
    allowance = Allowance(10)
    for granted in (10, 10, 10, 3):
        assert allowance.wall_seconds == pytest.approx(granted)
        allowance.spend(ran(RunStatus.OK, 9))
    assert allowance.wall_seconds == LEAST_SECONDS
    assert allowance.refusal is None


def test_the_first_test_that_runs_out_of_the_total_is_the_last_that_is_run():
    allowance = Allowance(10)
    for _ in range(3):
        allowance.spend(ran(RunStatus.EXCEPTION, 9.5))
    assert allowance.overspent is None
    allowance.spend(ran(RunStatus.WALL_LIMIT, 1.5))
    assert allowance.refusal == "not run: the tests before took 30 s together"
    assert allowance.overspent is not None
    assert "30 s" in allowance.overspent


def test_what_the_sandbox_failed_counts_for_nothing():
    allowance = Allowance(10)
    allowance.spend(ran(RunStatus.SANDBOX_FAILED, 1000))
    assert allowance.wall_seconds == 10


@given(st.floats(0.1, 100), st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_the_total_is_kept(each, shares):
    """Whatever share of its limit each test takes: one that takes it all ran out of time."""
    allowance, spent, tests = Allowance(each), 0.0, 0
    for share in shares:
        if allowance.refusal:
            break
        taken = share * allowance.wall_seconds
        allowance.spend(ran(RunStatus.IDLE if share == 1 else RunStatus.OK, taken))
        spent, tests = spent + taken, tests + 1
    assert spent <= WALL_FACTOR * each + tests * LEAST_SECONDS
