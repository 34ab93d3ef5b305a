"""A submission: what was handed in, where it stands and what came of it."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from app.domain.model import Model
from app.domain.report import Report
from app.domain.verdict import Verdict


class Kind(StrEnum):
    """Run grades the examples only and counts for nothing; submit grades every test."""

    RUN = "run"
    SUBMIT = "submit"


class State(StrEnum):
    """Where a submission stands.

    QUEUED becomes RUNNING, and that FINISHED; RUNNING goes back to QUEUED only when its worker died
    or lost its lease.
    """

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"


class Submission(Model):
    """One submission as stored.

    ``number`` counts a learner's submissions of one kind to one problem from 1.  ``report`` is the
    partial report while running (the tests finished so far) and the whole one when finished; it is
    shown only through ``report.seen_by``.  ``diagnosing_until`` is set while the diagnosis of a
    finished report is still looked for; then it is given up.  ``version`` grows with every change;
    ``attempt`` counts the claims by a worker.  ``verdict`` and ``points`` are those of the finished
    report.
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
    started_at: datetime | None = None
    finished_at: datetime | None = None
    report: Report | None = None
    tests_total: int | None = None
    attempt: int = 0
    grading_hash: str = ""
    verdict: Verdict | None = None
    points: float | None = None
    points_possible: float | None = None
    diagnosing_until: datetime | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it will change any more."""
        return self.state is State.FINISHED and self.diagnosing_until is None


class Summary(Model):
    """One line of a learner's history; source and report are read by the submission's id."""

    id: str
    problem: str
    kind: Kind
    number: int
    state: State
    created_at: datetime
    finished_at: datetime | None
    verdict: Verdict | None
    points: float | None
    points_possible: float
    tests_total: int
