"""Named queries on submissions.

The ones that move a submission on are fenced: they change it only while it is running under the
attempt given, and say whether they did.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, case, exists, func, insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.orm import Session

from app.domain.report import Report
from app.domain.submission import Kind, State, Submission, Summary
from app.domain.verdict import Verdict
from app.store.tables import submissions

_SUMMARY = [submissions.c[name] for name in Summary.model_fields]
_STORED = [submissions.c[name] for name in Submission.model_fields]


def _submission(row: RowMapping) -> Submission:
    report = row["report"] and Report.model_validate_json(row["report"])
    return Submission.model_validate({**row, "report": report})


def add(
    session: Session, submission: Submission, *, content_hash: str, idempotency_key: str
) -> None:
    """Store a new submission."""
    values = submission.model_dump(exclude={"report"})
    session.execute(
        insert(submissions).values(
            **values, content_hash=content_hash, idempotency_key=idempotency_key
        )
    )


def by_id(session: Session, submission_id: str) -> Submission | None:
    """The submission, whoever made it, or None."""
    row = session.execute(select(*_STORED).where(submissions.c.id == submission_id)).mappings()
    found = row.first()
    return _submission(found) if found else None


def by_key(session: Session, learner_id: str, idempotency_key: str) -> Submission | None:
    """The submission that this learner made with this key, or None."""
    query = select(*_STORED).where(
        submissions.c.learner_id == learner_id, submissions.c.idempotency_key == idempotency_key
    )
    found = session.execute(query).mappings().first()
    return _submission(found) if found else None


def next_number(session: Session, learner_id: str, problem: str, kind: Kind) -> int:
    """The number that the learner's next submission of this kind to this problem gets."""
    query = select(func.max(submissions.c.number)).where(
        submissions.c.learner_id == learner_id,
        submissions.c.problem == problem,
        submissions.c.kind == kind,
    )
    return (session.scalar(query) or 0) + 1


def history(session: Session, learner_id: str, problem: str, *, limit: int) -> tuple[Summary, ...]:
    """A learner's newest submissions to a problem, the newest first."""
    query = (
        select(*_SUMMARY)
        .where(submissions.c.learner_id == learner_id, submissions.c.problem == problem)
        .order_by(submissions.c.created_at.desc(), submissions.c.number.desc())
        .limit(limit)
    )
    rows = session.execute(query).mappings()
    return tuple(Summary.model_validate(dict(row)) for row in rows)


def solved(session: Session, learner_id: str) -> dict[str, bool]:
    """The problems that a learner ever tried, and whether one of the submits was accepted."""
    accepted = and_(submissions.c.kind == Kind.SUBMIT, submissions.c.verdict == Verdict.ACCEPTED)
    query = (
        select(submissions.c.problem, func.max(case((accepted, 1), else_=0)).label("solved"))
        .where(submissions.c.learner_id == learner_id)
        .group_by(submissions.c.problem)
    )
    return {row.problem: bool(row.solved) for row in session.execute(query)}


def versions(session: Session, ids: Collection[str]) -> dict[str, int]:
    """The versions of those of these submissions that exist."""
    query = select(submissions.c.id, submissions.c.version).where(submissions.c.id.in_(ids))
    return {row.id: row.version for row in session.execute(query)}


def start(session: Session, submission_id: str, now: datetime) -> Submission:
    """Move a queued submission to running under a new attempt, and read it."""
    change = (
        update(submissions)
        .where(submissions.c.id == submission_id, submissions.c.state == State.QUEUED)
        .values(
            state=State.RUNNING,
            attempt=submissions.c.attempt + 1,
            version=submissions.c.version + 1,
            started_at=now,
        )
        .returning(*_STORED)
    )
    return _submission(session.execute(change).mappings().one())


def requeue(session: Session, ids: Collection[str]) -> int:
    """Move running submissions back to queued; what was graded so far is dropped."""
    return _change(
        session,
        and_(submissions.c.id.in_(ids), submissions.c.state == State.RUNNING),
        {"state": State.QUEUED, "started_at": None, "report": None},
    )


def progress(session: Session, submission_id: str, attempt: int, report: Report) -> bool:
    """Store the partial report of a running submission."""
    document = report.model_dump_json(by_alias=True)
    return _change(session, _fence(submission_id, attempt), {"report": document}) == 1


def finish(
    session: Session,
    submission_id: str,
    attempt: int,
    report: Report,
    now: datetime,
    diagnosing_until: datetime | None,
) -> bool:
    """Store the whole report: but for a diagnosis the last change this submission ever sees."""
    values = {
        "state": State.FINISHED,
        "finished_at": now,
        "report": report.model_dump_json(by_alias=True),
        "verdict": report.verdict,
        "points": report.points,
        "points_possible": report.points_possible,
        "tests_total": len(report.tests),
        "grading_hash": report.grading_hash,
        "diagnosing_until": diagnosing_until,
    }
    return _change(session, _fence(submission_id, attempt), values) == 1


def diagnosed(session: Session, submission_id: str, attempt: int, report: Report) -> bool:
    """Store a finished report anew with its diagnosis, if that is still waited for."""
    waited_for = and_(
        submissions.c.id == submission_id,
        submissions.c.attempt == attempt,
        submissions.c.diagnosing_until.is_not(None),
    )
    values = {"report": report.model_dump_json(by_alias=True), "diagnosing_until": None}
    return _change(session, waited_for, values) == 1


def any_undiagnosed(session: Session, now: datetime | None) -> bool:
    """Whether ``settle`` would find something; needs no lock."""
    return bool(session.scalar(select(exists().where(_given_up(now)))))


def settle(session: Session, now: datetime | None) -> int:
    """Give up the diagnoses that should have come by ``now``, or all."""
    return _change(session, _given_up(now), {"diagnosing_until": None})


def _given_up(now: datetime | None) -> ColumnElement[bool]:
    waiting = submissions.c.diagnosing_until.is_not(None)
    return waiting if now is None else waiting & (submissions.c.diagnosing_until <= now)


def held(session: Session, submission_id: str, attempt: int) -> bool:
    """Whether the submission is still running under this attempt."""
    query = select(submissions.c.id).where(_fence(submission_id, attempt))
    return session.scalar(query) is not None


def _fence(submission_id: str, attempt: int) -> ColumnElement[bool]:
    return and_(
        submissions.c.id == submission_id,
        submissions.c.attempt == attempt,
        submissions.c.state == State.RUNNING,
    )


def _change(session: Session, where: ColumnElement[bool], values: dict[str, Any]) -> int:
    change = update(submissions).where(where).values(version=submissions.c.version + 1, **values)
    return session.connection().execute(change).rowcount
