"""What every Queue does, whatever it is made of."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from app.domain.claim import LeaseLost
from app.domain.submission import State
from app.domain.verdict import Verdict
from tests.builders.problem import POINTS, TESTS
from tests.builders.queues import EXPIRED, LATER, LEASE, claim
from tests.builders.reports import accepted_report


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
