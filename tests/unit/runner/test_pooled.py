"""The runner over two pools, which are fakes here; the real ones are tested with the sandbox."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from app.runner import pooled
from app.runner.pooled import PooledRunner, RunnerClosed
from sandbox.protocol import Lane, RunRequest, RunResult, RunStatus, Tier
from tests.fakes.runner import INFO

REQUEST = RunRequest((), "f", {})


class FakePool:
    made: list[FakePool]

    def __init__(self, lane, size=1, *, require=None):
        self.lane, self.size, self.require = lane, size, require
        self.closed = self.asked = 0
        self.made.append(self)

    @property
    def info(self):
        self.asked += 1
        return INFO

    def run(self, request):
        return RunResult(status=RunStatus.OK, detail=self.lane.value)

    def batch(self):
        return nullcontext(self)

    def close(self):
        self.closed += 1


@pytest.fixture
def pools(monkeypatch):
    FakePool.made = []
    monkeypatch.setattr(pooled, "Pool", FakePool)
    return FakePool.made


def test_nothing_is_started_before_it_is_needed(pools):
    runner = PooledRunner(3)
    assert pools == []
    runner.author(REQUEST)
    assert [pool.lane for pool in pools] == [Lane.AUTHOR]
    runner.close()


def test_each_lane_has_a_pool_of_its_own_for_good(pools):
    runner = PooledRunner(3, Tier.FLAT)
    for _ in range(2):
        with runner.batch() as batch:
            assert batch.run(REQUEST).detail == "learner"
        assert runner.author(REQUEST).detail == "author"
    assert [(pool.lane, pool.size, pool.require) for pool in pools] == [
        (Lane.LEARNER, 3, Tier.FLAT),
        (Lane.AUTHOR, 1, Tier.FLAT),
    ]


def test_facts_are_the_learners_lanes_and_asked_for_once(pools):
    runner = PooledRunner()
    assert runner.info() is runner.info() is INFO
    assert [(pool.lane, pool.asked) for pool in pools] == [(Lane.LEARNER, 1)]


def test_closing_closes_both_once_and_for_good(pools):
    runner = PooledRunner()
    runner.batch()
    runner.author(REQUEST)
    runner.close()
    runner.close()
    assert [pool.closed for pool in pools] == [1, 1]
    with pytest.raises(RunnerClosed):
        runner.batch()


def test_closing_what_was_never_used_starts_nothing(pools):
    PooledRunner().close()
    assert pools == []
