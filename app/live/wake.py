"""How a worker sleeps until there may be something to do."""

from __future__ import annotations

import sqlite3
import threading
import time
from contextlib import suppress

from app.store.changes import Changes

POLL_SECONDS = 0.015


class Wake:
    """Sleeps until a commit by another connection, a ``nudge``, or the time is over."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._nudged = threading.Event()

    def nudge(self) -> None:
        """End the sleep, or the next one; from any thread, but not from a signal's handler."""
        self._nudged.set()

    def sleep(self, seconds: float) -> None:
        """Return early when there may be news; wakes often enough to notice a signal soon.

        A database that cannot be asked just now brings no news, and ends nobody's sleep.
        """
        deadline = time.monotonic() + seconds
        while not self._news():
            left = deadline - time.monotonic()
            if left <= 0 or self._nudged.wait(min(left, POLL_SECONDS)):
                break
        self._nudged.clear()

    def _news(self) -> bool:
        with suppress(sqlite3.Error):
            return self._changes.happened()
        return False
