"""A queue of each kind, and what tests need around it."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Protocol

from app.domain.submission import Kind, State, Submission
from app.ports import Queue
from app.queue.embedded import EmbeddedQueue
from app.queue.memory import MemoryQueue
from app.store import submissions
from app.store.engine import session_factory
from tests.builders.database import NOON, hand_in, new_database, new_learner
from tests.builders.problem import POINTS, SOURCE, TESTS

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


def claim(bench: Bench, worker="w1", now=LATER):
    claimed = bench.queue.claim(worker, now, LEASE)
    assert claimed is not None
    return claimed
