"""Guest learners: known by a random token in a cookie, of which only the hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

from sqlalchemy.orm import Session

from app.domain.learner import Learner
from app.store import learners
from app.store.transactions import write

SEEN_AGAIN_AFTER = timedelta(minutes=10)
"""A later visit is noted; noting every one would make each page view a write."""


def new_id() -> str:
    """A random id of 32 hexadecimal digits; not guessable."""
    return uuid4().hex


def new_token() -> str:
    """A random session token of 256 bits."""
    return secrets.token_urlsafe(32)


def find_learner(session: Session, token: str | None, *, now: datetime) -> Learner | None:
    """The learner of a token, or None for no token or an unknown one; makes nobody."""
    if not token:
        return None
    learner = learners.by_token(session, _sha256(token))
    if learner and now - learner.last_seen_at >= SEEN_AGAIN_AFTER:
        with write(session):
            learners.seen(session, learner.id, now)
    return learner


def learner_for(
    session: Session,
    token: str | None,
    *,
    now: datetime,
    new_id: Callable[[], str] = new_id,
    new_token: Callable[[], str] = new_token,
) -> tuple[Learner, str | None]:
    """The learner of a token; for no token or an unknown one a new guest and a token.

    The token is returned this once, when it is new; the database holds only its SHA-256.
    """
    known = find_learner(session, token, now=now)
    if known:
        return known, None
    guest = Learner(id=new_id(), created_at=now, last_seen_at=now)
    fresh = new_token()
    with write(session):
        learners.add(session, guest, _sha256(fresh))
    return guest, fresh


def _sha256(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
