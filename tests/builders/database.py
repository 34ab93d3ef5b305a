"""A database in a file, and submissions in it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from app.domain.submission import Kind, Submission
from app.services.learners import learner_for
from app.services.submit import submit
from app.store.engine import open_engine
from app.store.upgrade import upgrade
from tests.builders.problem import SOURCE, scaled_sum

NOON = datetime(2026, 6, 1, 12, 0, tzinfo=UTC)
_KEYS = count()


def new_database(folder: Path) -> Engine:
    """A database at the newest version, empty; the caller disposes of the engine."""
    engine = open_engine(f"sqlite:///{folder / 'tracegrade.db'}")
    upgrade(engine)
    return engine


def new_learner(session: Session) -> str:
    """The id of a new guest."""
    learner, _ = learner_for(session, None, now=NOON)
    return learner.id


def hand_in(
    session: Session,
    learner_id: str,
    *,
    seconds: float = 0,
    key: str | None = None,
    kind: Kind = Kind.SUBMIT,
    source: str = SOURCE,
) -> Submission:
    """Hand in the tiny problem, ``seconds`` after noon, with a key of its own unless given."""
    return submit(
        session,
        scaled_sum(),
        learner_id,
        source,
        kind,
        key or f"key-{next(_KEYS)}",
        now=NOON + timedelta(seconds=seconds),
    )
