"""What becomes of the zygotes that a pool lends, with zygotes that are none."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from sandbox.errand import Errand
from sandbox.handle import ZygoteLost
from sandbox.pool import Pool
from sandbox.protocol import (
    Lane,
    Limits,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    RuntimeInfo,
    Tier,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a pool starts on Linux alone")

REQUEST = RunRequest((), "f", {})
FAILED = RunResult(RunStatus.SANDBOX_FAILED, detail="killed")


class FakeClient:
    """Runs come out as told: a result, or an error to raise."""

    def __init__(self, outcomes: list[RunResult | BaseException]) -> None:
        self._outcomes = outcomes
        self.runs = self.children_used = 0
        self.closed = False
        self.dismissed = 0
        self.alone: list[bool] = []
        self.errands: list[tuple[Errand, Errand | None]] = []

    def start(self, limits: Limits) -> RuntimeInfo:
        return RuntimeInfo(Tier.NAMESPACES, "3.11.0", "2.0.0", "test")

    def run(self, errand: Errand, *, alone: bool, then: Errand | None) -> RunResult:
        self.errands.append((errand, then))
        self.runs += 1
        self.alone.append(alone)
        outcome = self._outcomes.pop(0)
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome

    def is_alive(self) -> bool:
        return not self.closed

    def prepare(self) -> None:
        assert self.dismissed, "a spare would be forked beside a child that is not needed any more"

    def dismiss(self) -> None:
        self.dismissed += 1

    def close(self) -> None:
        self.closed = True


Started = Callable[..., list[FakeClient]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Started:
    """Clients that are started from here on, all with the same outcomes to use up."""

    def prepare(*outcomes: RunResult | BaseException) -> list[FakeClient]:
        rest, clients = list(outcomes), list[FakeClient]()

        def make(lane: Lane, tier: Tier) -> FakeClient:
            clients.append(FakeClient(rest))
            return clients[-1]

        monkeypatch.setattr("sandbox.pool.Client", make)
        return clients

    return prepare


@pytest.mark.parametrize("error", [MemoryError("no memory"), KeyboardInterrupt()])
def test_a_client_that_fails_in_any_way_is_closed_and_never_lent_again(
    started: Started, error: BaseException
) -> None:
    clients = started(error, RunResult(RunStatus.OK))
    with Pool(Lane.LEARNER) as pool:
        with pytest.raises(type(error)):
            pool.run(REQUEST)
        assert [client.closed for client in clients] == [True]
        assert pool.run(REQUEST).status is RunStatus.OK
        assert [client.closed for client in clients] == [True, False]


@pytest.mark.parametrize("fault", [FAILED, ZygoteLost("killed")], ids=["result", "lost"])
def test_a_fault_of_the_sandbox_is_tried_three_times(
    started: Started, fault: RunResult | BaseException
) -> None:
    clients = started(fault, fault, fault, RunResult(RunStatus.OK))
    with Pool(Lane.LEARNER) as pool:
        assert pool.run(REQUEST) == FAILED
        assert sum(client.runs for client in clients) == 3
        assert pool.run(REQUEST).status is RunStatus.OK


def test_a_client_whose_run_went_well_is_lent_again(started: Started) -> None:
    clients = started(RunResult(RunStatus.OK), RunResult(RunStatus.EXCEPTION))
    with Pool(Lane.LEARNER) as pool:
        assert pool.run(REQUEST).status is RunStatus.OK
        assert pool.run(REQUEST).status is RunStatus.EXCEPTION
    assert [(client.runs, client.closed) for client in clients] == [(2, True)]


def test_a_batch_keeps_one_client_and_gives_it_back_clean(started: Started) -> None:
    clients = started(*[RunResult(RunStatus.OK)] * 4)
    with Pool(Lane.LEARNER) as pool:
        with pool.batch() as batch:
            batch.run(REQUEST)
            batch.run(REQUEST, alone=True)
            batch.run(REQUEST)
            assert clients[0].dismissed == 0
        assert clients[0].dismissed == 1
        assert clients[0].alone == [False, True, False]
        pool.run(REQUEST)
    assert len(clients) == 1


def test_a_batch_that_runs_nothing_starts_nothing(started: Started) -> None:
    clients = started()
    with Pool(Lane.LEARNER) as pool, pool.batch():
        pass
    assert clients == []


def test_a_batch_whose_zygote_dies_goes_on_in_another(started: Started) -> None:
    ok = RunResult(RunStatus.OK)
    clients = started(ok, ZygoteLost("killed"), ok, ok)
    with Pool(Lane.LEARNER) as pool, pool.batch() as batch:
        assert [batch.run(REQUEST).status for _ in range(3)] == [RunStatus.OK] * 3
    assert [client.runs for client in clients] == [2, 2]


def test_the_errand_announced_is_the_next_one(started: Started) -> None:
    clients = started(*[RunResult(RunStatus.OK)] * 3)
    first, second, third = (RunRequest((), "f", {"x": n}) for n in range(3))
    with Pool(Lane.LEARNER) as pool, pool.batch() as batch:
        batch.run(first, then=second)
        batch.run(second, then=second)
        batch.run(third)
    (_, announced), (errand, _), (other, none) = clients[0].errands
    assert errand is announced
    assert other.request is third
    assert none is None


@pytest.mark.parametrize(
    "impossible",
    [
        RunRequest((), "f", {}, Limits(wall_seconds=1e9)),
        RunRequest((Module("m", "\ud800", "m.py"),), "f", {}),
    ],
    ids=["limits", "source"],
)
def test_what_cannot_run_is_not_announced(started: Started, impossible: RunRequest) -> None:
    clients = started(RunResult(RunStatus.OK))
    with Pool(Lane.LEARNER) as pool, pool.batch() as batch:
        batch.run(REQUEST, then=impossible)
    assert clients[0].errands[0][1] is None
