from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from app.domain.submission import Kind, State, Submission
from app.queue.memory import MemoryQueue
from app.worker.loop import CARE, LEASE_SECONDS, Worker
from tests.builders.database import NOON
from tests.builders.problem import POINTS, SOURCE, TESTS
from tests.builders.reports import accepted_report

SOON = 20.0


class Sleeper:
    """Sleeps until it is nudged; counts, and asks the test what happens meanwhile."""

    def __init__(self):
        self.asleep = 0
        self.nudged = threading.Event()
        self.when_asleep = lambda: None

    def sleep(self, seconds):
        self.asleep += 1
        self.when_asleep()
        self.nudged.wait(min(seconds, 0.01))
        self.nudged.clear()

    def nudge(self):
        self.nudged.set()


class Bench:
    def __init__(self, slots):
        self.queue = MemoryQueue()
        self.sleeper = Sleeper()
        self.now = NOON
        self.stopping = False
        self.graded = []
        self.lock = threading.Lock()
        self.worker = Worker(
            "w",
            self.queue,
            self.sleeper,
            lambda claimed: self.grade(claimed),
            slots=slots,
            clock=lambda: self.now,
            stopping=lambda: self.stopping,
        )

    def add(self, number):
        submission = Submission(
            id=f"{number:032}",
            learner_id="learner",
            problem="scaled-sum",
            kind=Kind.SUBMIT,
            number=number + 1,
            state=State.QUEUED,
            version=1,
            source=SOURCE,
            code_sha256="c" * 64,
            created_at=NOON,
            points_possible=POINTS,
            tests_total=TESTS,
        )
        self.queue.add(submission)
        return submission.id

    def grade(self, claimed):
        self.queue.finish(claimed, accepted_report(), NOON)
        with self.lock:
            self.graded.append(claimed.submission.id)

    def stop_when(self, condition):
        """Stop the loop when ``condition`` holds while it sleeps."""

        def check():
            self.stopping = self.stopping or condition()

        self.sleeper.when_asleep = check

    def run(self):
        thread = threading.Thread(target=self.worker.run, kwargs={"grace_seconds": 0.2})
        thread.start()
        thread.join(SOON)
        assert not thread.is_alive()


@pytest.mark.parametrize("slots", [1, 3])
def test_everything_queued_is_graded_once(slots):
    bench = Bench(slots)
    added = [bench.add(number) for number in range(10)]
    bench.stop_when(lambda: len(bench.graded) == 10)
    bench.run()
    assert sorted(bench.graded) == added
    assert {bench.queue.read(key).state for key in added} == {State.FINISHED}


def test_as_many_at_a_time_as_there_are_slots():
    bench = Bench(2)
    both = threading.Barrier(2)
    finish = bench.grade

    def grade(claimed):
        both.wait(SOON)
        finish(claimed)

    bench.grade = grade
    for number in range(4):
        bench.add(number)
    bench.stop_when(lambda: len(bench.graded) == 4)
    bench.run()
    assert len(bench.graded) == 4


def test_an_idle_worker_sleeps():
    bench = Bench(1)
    bench.stop_when(lambda: bench.sleeper.asleep == 3)
    bench.run()
    assert bench.sleeper.asleep == 3


def test_a_grading_that_breaks_off_leaves_its_slot_usable():
    bench = Bench(1)
    finish = bench.grade

    def grade(claimed):
        if claimed.submission.number == 1:
            raise RuntimeError("broken")
        finish(claimed)

    bench.grade = grade
    first, second = bench.add(0), bench.add(1)
    bench.stop_when(lambda: bool(bench.graded))
    bench.run()
    assert bench.graded == [second]
    assert bench.queue.read(first).state is State.RUNNING


def test_what_hangs_is_given_back_at_the_end():
    bench = Bench(1)
    release = threading.Event()
    begun = threading.Event()

    def hang(claimed):
        begun.set()
        release.wait(SOON)

    bench.grade = hang
    key = bench.add(0)
    bench.stop_when(begun.is_set)
    bench.run()
    assert bench.queue.read(key).state is State.QUEUED
    release.set()


def test_a_long_grading_keeps_its_lease():
    bench = Bench(1)
    release = threading.Event()
    begun = threading.Event()
    finish = bench.grade

    def hang(claimed):
        begun.set()
        release.wait(SOON)
        finish(claimed)

    def pass_time():
        if begun.is_set():
            bench.now += CARE
        if bench.now > NOON + timedelta(seconds=3 * LEASE_SECONDS):
            release.set()
        bench.stopping = bool(bench.graded)

    bench.grade = hang
    bench.sleeper.when_asleep = pass_time
    key = bench.add(0)
    bench.run()
    stored = bench.queue.read(key)
    assert (stored.state, stored.attempt) == (State.FINISHED, 1)


def test_what_a_dead_worker_left_is_graded():
    bench = Bench(1)
    key = bench.add(0)
    assert bench.queue.claim("dead", NOON, LEASE_SECONDS)

    def pass_time():
        bench.now += CARE
        bench.stopping = bool(bench.graded)

    bench.sleeper.when_asleep = pass_time
    bench.run()
    assert bench.graded == [key]
    assert bench.queue.read(key).attempt == 2


def test_a_queue_out_of_reach_is_asked_again():
    bench = Bench(1)
    key = bench.add(0)
    claim, failures = bench.queue.claim, iter([OSError("disk"), OSError("disk")])

    def flaky(*arguments):
        for error in failures:
            raise error
        return claim(*arguments)

    bench.queue.claim = flaky
    bench.stop_when(lambda: bool(bench.graded))
    bench.run()
    assert bench.graded == [key]
