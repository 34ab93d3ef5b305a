"""Named queries on jobs: which submission is to be graded, and who holds it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import ColumnElement, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import Session

from app.store.tables import jobs


def add(session: Session, submission_id: str, now: datetime) -> None:
    """Queue a submission."""
    session.execute(insert(jobs).values(submission_id=submission_id, available_at=now, attempts=0))


def any_free(session: Session, now: datetime) -> bool:
    """Whether a claim would find something; needs no lock."""
    return bool(session.scalar(select(exists().where(_free(now)))))


def ahead(session: Session, submission_id: str) -> int:
    """How many free jobs are leased before this submission's."""
    own = jobs.alias()
    earlier = or_(
        jobs.c.available_at < own.c.available_at,
        and_(jobs.c.available_at == own.c.available_at, jobs.c.id < own.c.id),
    )
    query = (
        select(func.count())
        .select_from(jobs.join(own, own.c.submission_id == submission_id))
        .where(jobs.c.leased_by.is_(None), earlier)
    )
    return session.scalar(query) or 0


def lease(
    session: Session, worker_id: str, now: datetime, expires_at: datetime
) -> tuple[str, int] | None:
    """Lease the oldest free job: its submission's id and how many earlier leases were lost."""
    oldest = (
        select(jobs.c.id, jobs.c.submission_id, jobs.c.attempts)
        .where(_free(now))
        .order_by(jobs.c.available_at, jobs.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    row = session.execute(oldest).first()
    if row is None:
        return None
    session.execute(
        update(jobs)
        .where(jobs.c.id == row.id)
        .values(leased_by=worker_id, lease_expires_at=expires_at, attempts=jobs.c.attempts + 1)
    )
    return row.submission_id, row.attempts


def extend(
    session: Session, worker_id: str, submission_ids: Collection[str], expires_at: datetime
) -> None:
    """Give a worker's leases more time."""
    session.execute(
        update(jobs)
        .where(jobs.c.leased_by == worker_id, jobs.c.submission_id.in_(submission_ids))
        .values(lease_expires_at=expires_at)
    )


def give_back(session: Session, submission_id: str) -> None:
    """Free a job whose worker did not fail: the claim does not count."""
    session.execute(
        update(jobs)
        .where(jobs.c.submission_id == submission_id)
        .values(leased_by=None, lease_expires_at=None, attempts=jobs.c.attempts - 1)
    )


def any_expired(session: Session, now: datetime | None) -> bool:
    """Whether ``free_expired`` would find something; needs no lock."""
    return bool(session.scalar(select(exists().where(_expired(now)))))


def free_expired(session: Session, now: datetime | None, *, count: bool = True) -> list[str]:
    """Free the jobs whose lease ended by ``now``, or every leased one; their submissions' ids.

    Without ``count`` the claims are as if they had never been made.
    """
    change = (
        update(jobs)
        .where(_expired(now))
        .values(
            leased_by=None,
            lease_expires_at=None,
            attempts=jobs.c.attempts if count else jobs.c.attempts - 1,
        )
        .returning(jobs.c.submission_id)
    )
    return list(session.scalars(change))


def remove(session: Session, submission_id: str) -> None:
    """Forget the job of a finished submission."""
    session.execute(delete(jobs).where(jobs.c.submission_id == submission_id))


def _free(now: datetime) -> ColumnElement[bool]:
    return jobs.c.leased_by.is_(None) & (jobs.c.available_at <= now)


def _expired(now: datetime | None) -> ColumnElement[bool]:
    leased = jobs.c.leased_by.is_not(None)
    return leased if now is None else leased & (jobs.c.lease_expires_at <= now)
