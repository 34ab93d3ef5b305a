"""One write transaction: all of it or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.orm import Session


@contextmanager
def write(session: Session) -> Iterator[Session]:
    """Begin as a writer, commit at the end, roll back on any exception.

    What the session has read before is let go first: a writer decides only on what it reads while
    it holds the lock.
    """
    session.rollback()
    session.connection(execution_options={"begin": "IMMEDIATE"})
    try:
        yield session
        session.commit()
    except BaseException:
        session.rollback()
        raise
