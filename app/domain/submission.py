"""A submission and its allowed moves, in one table."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from app.domain.model import Model
from app.domain.report import Report


class Kind(StrEnum):
    """Run grades the examples only and counts for nothing; submit grades every test."""

    RUN = "run"
    SUBMIT = "submit"


class State(StrEnum):
    """Where a submission stands."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"


MOVES: dict[State, frozenset[State]] = {
    State.QUEUED: frozenset({State.RUNNING}),
    State.RUNNING: frozenset({State.QUEUED, State.FINISHED}),
    State.FINISHED: frozenset(),
}
"""RUNNING goes back to QUEUED only when its worker died or lost its lease."""


class Submission(Model):
    """One submission as stored.

    ``number`` counts a learner's submissions of one kind to one problem from 1.  ``report`` is the
    partial report while running (the tests finished so far) and the whole one when finished; it is
    shown only through ``report.seen_by``.  ``version`` grows with every change.
    """

    id: str
    learner_id: str
    problem: str
    kind: Kind
    number: int
    state: State
    version: int
    source: str
    code_sha256: str
    created_at: datetime
    finished_at: datetime | None = None
    report: Report | None = None
    tests_total: int | None = None
