"""Named queries on learners."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from app.domain.learner import Learner
from app.store.tables import learners


def add(session: Session, learner: Learner, token_sha256: str) -> None:
    """Store a new learner."""
    session.execute(
        insert(learners).values(
            id=learner.id,
            session_token_sha256=token_sha256,
            created_at=learner.created_at,
            last_seen_at=learner.last_seen_at,
        )
    )


def by_token(session: Session, token_sha256: str) -> Learner | None:
    """The learner whose token has this SHA-256, or None."""
    query = select(learners.c.id, learners.c.created_at, learners.c.last_seen_at)
    row = session.execute(query.where(learners.c.session_token_sha256 == token_sha256)).first()
    return Learner(id=row[0], created_at=row[1], last_seen_at=row[2]) if row else None


def seen(session: Session, learner_id: str, now: datetime) -> None:
    """Note when a learner was last here."""
    session.execute(update(learners).where(learners.c.id == learner_id).values(last_seen_at=now))
