"""Learners: for now guests, known by the hash of the token in their cookie."""

from __future__ import annotations

from sqlalchemy import Column, String, Table

from app.store.tables.metadata import metadata
from app.store.types import UtcDateTime

learners = Table(
    "learners",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("session_token_sha256", String(64), nullable=False, unique=True),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_seen_at", UtcDateTime, nullable=False),
)
