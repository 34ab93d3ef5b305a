"""Submissions: what was handed in, where it stands, and the report of its grading.

``attempt`` is the fence: each claim raises it, and only the holder of the current number can write.
``version`` grows with every change, so that a watcher can tell whether it has seen the newest.
"""

from __future__ import annotations

from sqlalchemy import (
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.domain.submission import Kind, State
from app.domain.verdict import Verdict
from app.store.tables.metadata import metadata
from app.store.types import EnumText, UtcDateTime

submissions = Table(
    "submissions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("learner_id", String(32), ForeignKey("learners.id"), nullable=False),
    Column("problem", String(64), nullable=False),
    Column("kind", EnumText(Kind), nullable=False),
    Column("number", Integer, nullable=False),
    Column("state", EnumText(State), nullable=False),
    Column("version", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("source", Text, nullable=False),
    Column("code_sha256", String(64), nullable=False),
    Column("grading_hash", String(64), nullable=False),
    Column("content_hash", String(64), nullable=False),
    Column("idempotency_key", String(128), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("finished_at", UtcDateTime),
    Column("report", Text),
    Column("verdict", EnumText(Verdict)),
    Column("points", Float),
    Column("points_possible", Float, nullable=False),
    Column("tests_total", Integer, nullable=False),
    Column("diagnosing_until", UtcDateTime),
    UniqueConstraint("learner_id", "idempotency_key"),
    UniqueConstraint("learner_id", "problem", "kind", "number"),
    CheckConstraint("kind IN ('run', 'submit')", name="kind"),
    CheckConstraint("state IN ('queued', 'running', 'finished')", name="state"),
    CheckConstraint(
        "(state = 'finished') = (finished_at IS NOT NULL AND verdict IS NOT NULL)", name="finished"
    ),
)
