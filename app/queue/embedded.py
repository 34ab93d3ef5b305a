"""The queue in the application's own database."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy.orm import Session, sessionmaker

from app.domain.claim import Claimed, LeaseLost
from app.domain.report import Report
from app.store import jobs, submissions
from app.store.transactions import write


class EmbeddedQueue:
    """Jobs are rows beside their submissions; each call is one transaction of its own."""

    def __init__(self, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions

    def claim(self, worker_id: str, now: datetime, lease_seconds: float) -> Claimed | None:
        with self._sessions() as session:
            if not jobs.any_free(session, now):
                return None
            with write(session):
                until = now + timedelta(seconds=lease_seconds)
                leased = jobs.lease(session, worker_id, now, until)
                if leased is None:
                    return None
                submission_id, lost = leased
                submission = submissions.start(session, submission_id, now)
        return Claimed(submission=submission, attempt=submission.attempt, lost=lost)

    def heartbeat(
        self, worker_id: str, submission_ids: Collection[str], now: datetime, lease_seconds: float
    ) -> None:
        with self._sessions() as session, write(session):
            until = now + timedelta(seconds=lease_seconds)
            jobs.extend(session, worker_id, submission_ids, until)

    def progress(self, claimed: Claimed, partial: Report) -> None:
        with self._sessions() as session, write(session):
            if not submissions.progress(session, claimed.submission.id, claimed.attempt, partial):
                raise LeaseLost(claimed)

    def finish(
        self,
        claimed: Claimed,
        report: Report,
        now: datetime,
        *,
        diagnosing_until: datetime | None = None,
    ) -> None:
        submission_id, attempt = claimed.submission.id, claimed.attempt
        with self._sessions() as session, write(session):
            done = submissions.finish(
                session, submission_id, attempt, report, now, diagnosing_until
            )
            if not done:
                raise LeaseLost(claimed)
            jobs.remove(session, submission_id)

    def diagnosed(self, claimed: Claimed, report: Report) -> None:
        with self._sessions() as session, write(session):
            submissions.diagnosed(session, claimed.submission.id, claimed.attempt, report)

    def release(self, claimed: Claimed) -> None:
        submission_id = claimed.submission.id
        with self._sessions() as session, write(session):
            if not submissions.held(session, submission_id, claimed.attempt):
                raise LeaseLost(claimed)
            submissions.requeue(session, [submission_id])
            jobs.give_back(session, submission_id)

    def recover(self, now: datetime) -> int:
        return self._free(now)

    def recover_all(self, *, count: bool) -> int:
        return self._free(None, count=count)

    def _free(self, now: datetime | None, *, count: bool = True) -> int:
        with self._sessions() as session:
            if submissions.any_undiagnosed(session, now):
                with write(session):
                    submissions.settle(session, now)
        with self._sessions() as session:
            if not jobs.any_expired(session, now):
                return 0
            with write(session):
                return submissions.requeue(session, jobs.free_expired(session, now, count=count))
