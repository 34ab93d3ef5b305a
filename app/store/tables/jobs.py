"""Jobs: one row for each submission that is not finished.

A job is free when ``leased_by`` is NULL.  ``attempts`` counts the claims that were not given back,
so that a submission which kills its workers cannot go round for ever.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
)

from app.store.tables.metadata import metadata
from app.store.types import UtcDateTime

jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column(
        "submission_id",
        String(32),
        ForeignKey("submissions.id", ondelete="CASCADE"),
        nullable=False,
        unique=True,
    ),
    Column("available_at", UtcDateTime, nullable=False),
    Column("leased_by", String(64)),
    Column("lease_expires_at", UtcDateTime),
    Column("attempts", Integer, nullable=False),
    CheckConstraint("(leased_by IS NULL) = (lease_expires_at IS NULL)", name="lease"),
    Index(None, "available_at", "id"),
)
