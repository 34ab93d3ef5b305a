"""The queue's twin in memory, for tests and experiments; nothing outlives the process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from app.domain.claim import Claimed, LeaseLost
from app.domain.report import Report
from app.domain.submission import State, Submission


@dataclass
class _Job:
    lost: int = 0
    leased_by: str | None = None
    expires_at: datetime | None = None


class MemoryQueue:
    """Behaves as the database's queue does: one contract suite holds the two together."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._submissions: dict[str, Submission] = {}
        self._jobs: dict[str, _Job] = {}

    def add(self, submission: Submission) -> None:
        """Queue a submission; ``created_at`` decides its place."""
        with self._lock:
            self._submissions[submission.id] = submission
            self._jobs[submission.id] = _Job()

    def read(self, submission_id: str) -> Submission:
        """The submission as it stands."""
        with self._lock:
            return self._submissions[submission_id]

    def claim(self, worker_id: str, now: datetime, lease_seconds: float) -> Claimed | None:
        with self._lock:
            free = [key for key, job in self._jobs.items() if job.leased_by is None]
            due = [key for key in free if self._submissions[key].created_at <= now]
            if not due:
                return None
            oldest = min(due, key=lambda key: self._submissions[key].created_at)
            job = self._jobs[oldest]
            lost, job.lost = job.lost, job.lost + 1
            job.leased_by, job.expires_at = worker_id, now + timedelta(seconds=lease_seconds)
            attempt = self._submissions[oldest].attempt + 1
            self._change(oldest, state=State.RUNNING, attempt=attempt, started_at=now)
            return Claimed(submission=self._submissions[oldest], attempt=attempt, lost=lost)

    def heartbeat(
        self, worker_id: str, submission_ids: Collection[str], now: datetime, lease_seconds: float
    ) -> None:
        with self._lock:
            for key in submission_ids:
                job = self._jobs.get(key)
                if job and job.leased_by == worker_id:
                    job.expires_at = now + timedelta(seconds=lease_seconds)

    def progress(self, claimed: Claimed, partial: Report) -> None:
        with self._lock:
            self._check(claimed)
            self._change(claimed.submission.id, report=partial)

    def finish(
        self,
        claimed: Claimed,
        report: Report,
        now: datetime,
        *,
        diagnosing_until: datetime | None = None,
    ) -> None:
        with self._lock:
            self._check(claimed)
            self._change(
                claimed.submission.id,
                state=State.FINISHED,
                finished_at=now,
                report=report,
                verdict=report.verdict,
                points=report.points,
                points_possible=report.points_possible,
                tests_total=len(report.tests),
                grading_hash=report.grading_hash,
                diagnosing_until=diagnosing_until,
            )
            del self._jobs[claimed.submission.id]

    def diagnosed(self, claimed: Claimed, report: Report) -> None:
        with self._lock:
            stored = self._submissions[claimed.submission.id]
            if stored.attempt == claimed.attempt and stored.diagnosing_until is not None:
                self._change(stored.id, report=report, diagnosing_until=None)

    def release(self, claimed: Claimed) -> None:
        with self._lock:
            self._check(claimed)
            self._jobs[claimed.submission.id].lost -= 1
            self._requeue(claimed.submission.id)

    def recover(self, now: datetime) -> int:
        self._settle(lambda until: until <= now)
        return self._free(lambda job: job.expires_at is not None and job.expires_at <= now)

    def recover_all(self, *, count: bool) -> int:
        self._settle(lambda _: True)
        return self._free(lambda job: job.leased_by is not None, count=count)

    def _settle(self, given_up: Callable[[datetime], bool]) -> None:
        with self._lock:
            for key, stored in list(self._submissions.items()):
                if stored.diagnosing_until is not None and given_up(stored.diagnosing_until):
                    self._change(key, diagnosing_until=None)

    def _free(self, ended: Callable[[_Job], bool], *, count: bool = True) -> int:
        with self._lock:
            dead = [key for key, job in self._jobs.items() if ended(job)]
            for key in dead:
                self._jobs[key].lost -= not count
                self._requeue(key)
            return len(dead)

    def _check(self, claimed: Claimed) -> None:
        stored = self._submissions[claimed.submission.id]
        if stored.attempt != claimed.attempt or stored.state is not State.RUNNING:
            raise LeaseLost(claimed)

    def _requeue(self, key: str) -> None:
        job = self._jobs[key]
        job.leased_by = job.expires_at = None
        self._change(key, state=State.QUEUED, started_at=None, report=None)

    def _change(self, key: str, **values: Any) -> None:
        stored = self._submissions[key]
        update = {"version": stored.version + 1, **values}
        self._submissions[key] = stored.model_copy(update=update)
