"""Who hands in."""

from __future__ import annotations

from datetime import datetime

from app.domain.model import Model


class Learner(Model):
    """A learner; for now a guest, known only by the token in a cookie."""

    id: str
    created_at: datetime
    last_seen_at: datetime
