"""Every table of the database, one aggregate per module."""

from app.store.tables.jobs import jobs
from app.store.tables.learners import learners
from app.store.tables.metadata import metadata
from app.store.tables.submissions import submissions

__all__ = ["jobs", "learners", "metadata", "submissions"]
