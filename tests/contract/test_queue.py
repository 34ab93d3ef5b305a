"""What every Queue does, whatever it is made of."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Protocol

import pytest

from app.domain.claim import LeaseLost
from app.domain.diagnosis import Diagnosis
from app.domain.submission import Kind, State, Submission
from app.domain.verdict import Verdict
from app.ports import Queue
from app.queue.embedded import EmbeddedQueue
from app.queue.memory import MemoryQueue
from app.store import submissions
from app.store.engine import session_factory
from tests.builders.database import NOON, hand_in, new_database, new_learner
from tests.builders.problem import POINTS, SOURCE, TESTS
from tests.builders.reports import accepted_report

LEASE = 30.0
LATER = NOON + timedelta(seconds=10)
EXPIRED = LATER + timedelta(seconds=LEASE)


class Bench(Protocol):
    """A queue, and what the tests need around it."""

    queue: Queue

    def add(self, *, seconds: float = 0) -> str:
        """Hand in, ``seconds`` after noon; the submission's id."""
        ...

    def read(self, submission_id: str) -> Submission: ...

    def close(self) -> None: ...


class EmbeddedBench:
    def __init__(self, folder: Path) -> None:
        self._engine = new_database(folder)
        self._sessions = session_factory(self._engine)
        self.queue: Queue = EmbeddedQueue(self._sessions)
        with self._sessions() as session:
            self._learner = new_learner(session)

    def add(self, *, seconds: float = 0) -> str:
        with self._sessions() as session:
            return hand_in(session, self._learner, seconds=seconds).id

    def read(self, submission_id: str) -> Submission:
        with self._sessions() as session:
            found = submissions.by_id(session, submission_id)
        assert found is not None
        return found

    def close(self) -> None:
        self._engine.dispose()


class MemoryBench:
    def __init__(self, _folder: Path) -> None:
        self._queue = MemoryQueue()
        self._added = 0
        self.queue: Queue = self._queue
        self.read = self._queue.read

    def add(self, *, seconds: float = 0) -> str:
        self._added += 1
        submission = Submission(
            id=f"{self._added:032}",
            learner_id="learner",
            problem="scaled-sum",
            kind=Kind.SUBMIT,
            number=self._added,
            state=State.QUEUED,
            version=1,
            source=SOURCE,
            code_sha256="c" * 64,
            created_at=NOON + timedelta(seconds=seconds),
            points_possible=POINTS,
            tests_total=TESTS,
        )
        self._queue.add(submission)
        return submission.id

    def close(self) -> None:
        pass


@pytest.fixture(params=[EmbeddedBench, MemoryBench])
def bench(request, tmp_path) -> Iterator[Bench]:
    made = request.param(tmp_path)
    yield made
    made.close()


def claim(bench: Bench, worker="w1", now=LATER):
    claimed = bench.queue.claim(worker, now, LEASE)
    assert claimed is not None
    return claimed


def test_an_empty_queue_gives_nothing(bench):
    assert bench.queue.claim("w1", LATER, LEASE) is None


def test_a_claim_moves_to_running_under_a_new_attempt(bench):
    added = bench.add()
    claimed = claim(bench)
    stored = bench.read(added)
    assert claimed.submission == stored
    assert (stored.state, stored.attempt, stored.version) == (State.RUNNING, 1, 2)
    assert stored.started_at == LATER
    assert (claimed.attempt, claimed.lost) == (1, 0)


def test_the_longest_waiting_comes_first(bench):
    third, first, second = (bench.add(seconds=s) for s in (3, 1, 2))
    assert [claim(bench).submission.id for _ in range(3)] == [first, second, third]


def test_what_is_leased_is_not_given_twice(bench):
    bench.add()
    claim(bench)
    assert bench.queue.claim("w2", LATER, LEASE) is None


def test_what_is_not_due_waits(bench):
    bench.add(seconds=60)
    assert bench.queue.claim("w1", LATER, LEASE) is None


def test_many_claimers_get_each_submission_once(bench):
    added = {bench.add(seconds=n / 100) for n in range(24)}
    got: list[str] = []
    start = threading.Barrier(6)

    def work(name):
        start.wait()
        while (claimed := bench.queue.claim(name, LATER, LEASE)) is not None:
            got.append(claimed.submission.id)

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(added)


def test_progress_is_stored_and_seen(bench):
    added, claimed = bench.add(), claim(bench)
    half = accepted_report().model_copy(update={"tests": accepted_report().tests[:2]})
    bench.queue.progress(claimed, half)
    stored = bench.read(added)
    assert (stored.state, stored.version, stored.report) == (State.RUNNING, 3, half)
    assert stored.verdict is None


def test_a_finished_submission_never_changes_again(bench):
    added, claimed = bench.add(), claim(bench)
    bench.queue.finish(claimed, accepted_report(), LATER)
    stored = bench.read(added)
    assert (stored.state, stored.verdict) == (State.FINISHED, Verdict.ACCEPTED)
    assert (stored.points, stored.points_possible, stored.tests_total) == (POINTS, POINTS, TESTS)
    assert (stored.report, stored.finished_at) == (accepted_report(), LATER)
    for change in (
        lambda: bench.queue.finish(claimed, accepted_report(), LATER),
        lambda: bench.queue.progress(claimed, accepted_report()),
        lambda: bench.queue.release(claimed),
    ):
        with pytest.raises(LeaseLost):
            change()
    assert bench.queue.recover_all(count=True) == 0
    assert bench.queue.claim("w1", EXPIRED, LEASE) is None
    assert bench.read(added) == stored


def diagnosed_report():
    found = Diagnosis(case="trace case", public=True)
    return accepted_report().model_copy(update={"diagnosis": found})


def test_a_diagnosis_follows_the_verdict(bench):
    added, claimed = bench.add(), claim(bench)
    bench.queue.finish(claimed, accepted_report(), LATER, diagnosing_until=EXPIRED)
    before = bench.read(added)
    assert (before.state, before.is_settled) == (State.FINISHED, False)
    bench.queue.diagnosed(claimed, diagnosed_report())
    stored = bench.read(added)
    assert (stored.report, stored.is_settled) == (diagnosed_report(), True)
    assert stored.version == before.version + 1
    bench.queue.diagnosed(claimed, accepted_report())
    assert bench.read(added) == stored, "it is stored once"


@pytest.mark.parametrize("recover", ["in time", "at the start"])
def test_a_diagnosis_that_does_not_come_is_given_up(bench, recover):
    added, claimed = bench.add(), claim(bench)
    bench.queue.finish(claimed, accepted_report(), LATER, diagnosing_until=EXPIRED)
    before = bench.read(added)
    if recover == "in time":
        assert bench.queue.recover(EXPIRED - timedelta(microseconds=1)) == 0
        assert bench.read(added) == before
        assert bench.queue.recover(EXPIRED) == 0
    else:
        assert bench.queue.recover_all(count=True) == 0
    stored = bench.read(added)
    assert (stored.is_settled, stored.version) == (True, before.version + 1)
    bench.queue.diagnosed(claimed, diagnosed_report())
    assert bench.read(added) == stored


def test_a_lost_lease_goes_to_another_and_the_first_worker_can_change_nothing(bench):
    added, first = bench.add(), claim(bench, "w1")
    bench.queue.progress(first, accepted_report())
    assert bench.queue.recover(EXPIRED) == 1
    stored = bench.read(added)
    assert (stored.state, stored.report, stored.started_at) == (State.QUEUED, None, None)
    with pytest.raises(LeaseLost):
        bench.queue.progress(first, accepted_report())
    second = claim(bench, "w2", EXPIRED)
    assert (second.attempt, second.lost) == (2, 1)
    before = bench.read(added)
    for change in (
        lambda: bench.queue.progress(first, accepted_report()),
        lambda: bench.queue.finish(first, accepted_report(), EXPIRED),
        lambda: bench.queue.release(first),
    ):
        with pytest.raises(LeaseLost):
            change()
    assert bench.read(added) == before
    bench.queue.finish(second, accepted_report(), EXPIRED)
    assert bench.read(added).state is State.FINISHED


def test_a_living_lease_is_not_recovered(bench):
    bench.add()
    claimed = claim(bench)
    assert bench.queue.recover(EXPIRED - timedelta(seconds=1)) == 0
    bench.queue.progress(claimed, accepted_report())


def test_a_heartbeat_lets_a_lease_live_on(bench):
    bench.add()
    claimed = claim(bench, "w1")
    bench.queue.heartbeat("w1", [claimed.submission.id], EXPIRED, LEASE)
    assert bench.queue.recover(EXPIRED) == 0
    assert bench.queue.recover(EXPIRED + timedelta(seconds=LEASE)) == 1


def test_a_heartbeat_reaches_only_ones_own_leases(bench):
    bench.add()
    claimed = claim(bench, "w1")
    bench.queue.heartbeat("w2", [claimed.submission.id], EXPIRED, LEASE)
    assert bench.queue.recover(EXPIRED) == 1


def test_a_lease_that_is_not_named_in_the_heartbeat_ends(bench):
    bench.add()
    claim(bench, "w1")
    bench.queue.heartbeat("w1", [], EXPIRED, LEASE)
    assert bench.queue.recover(EXPIRED) == 1


def test_recover_all_takes_back_every_lease(bench):
    for _ in range(3):
        bench.add()
    claim(bench, "w1")
    claim(bench, "w2")
    assert bench.queue.recover_all(count=True) == 2
    assert {claim(bench, "w3").lost for _ in range(3)} == {0, 1}


def test_lost_claims_are_counted_and_released_ones_are_not(bench):
    bench.add()
    bench.queue.release(claim(bench))
    for lost in range(3):
        assert claim(bench).lost == lost
        bench.queue.recover_all(count=True)
    assert claim(bench).attempt == 5


def test_claims_lost_with_the_whole_server_are_not_counted(bench):
    added = bench.add()
    claim(bench)
    bench.queue.recover_all(count=True)
    claim(bench)
    assert bench.queue.recover_all(count=False) == 1
    assert bench.read(added).state is State.QUEUED
    again = claim(bench)
    assert (again.attempt, again.lost) == (3, 1)


def test_a_released_submission_keeps_its_place(bench):
    first, second = bench.add(seconds=1), bench.add(seconds=2)
    bench.queue.release(claim(bench))
    assert bench.read(first).state is State.QUEUED
    assert claim(bench).submission.id == first
    assert claim(bench).submission.id == second
