"""Alembic's entry: runs the migrations on the connection that ``app.store.upgrade`` hands over."""

from __future__ import annotations

from alembic import context

from app.store.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
