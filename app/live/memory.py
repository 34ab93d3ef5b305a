"""Live within one process, for tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from app.live.watchers import Watchers


class MemoryLive:
    """Whoever changes a submission says so with ``touch``."""

    def __init__(self) -> None:
        self._watchers = Watchers()

    def touch(self, submission_id: str) -> None:
        """A submission has changed."""
        self._watchers.tell([submission_id])

    def changes(self, submission_id: str, *, quiet_seconds: float = 15.0) -> AsyncGenerator[bool]:
        return self._watchers.changes(submission_id, quiet_seconds=quiet_seconds)

    def close(self) -> None:
        self._watchers.close()
