"""Who watches which submission: the half of every Live that knows nothing of its source of news."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress


class _Watcher:
    """One page that watches; its event is set while there is news it has not taken."""

    def __init__(self, submission_id: str) -> None:
        self.submission_id = submission_id
        self.news = asyncio.Event()
        self.news.set()
        self._loop = asyncio.get_running_loop()

    def tell(self) -> None:
        # The loop may have closed since; then nobody waits any more.
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.news.set)


class Watchers:
    """The open watches.  ``tell`` and ``close`` may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: set[_Watcher] = set()
        self._closed = False
        self.some = threading.Event()
        """Set while there is a watcher."""

    def ids(self) -> set[str]:
        """The submissions that are watched."""
        with self._lock:
            return {watcher.submission_id for watcher in self._open}

    def tell(self, submission_ids: Iterable[str]) -> None:
        """Wake the watchers of these submissions."""
        wanted = set(submission_ids)
        with self._lock:
            told = [watcher for watcher in self._open if watcher.submission_id in wanted]
        for watcher in told:
            watcher.tell()

    def close(self) -> None:
        """End every watch."""
        self._closed = True
        self.tell(self.ids())

    async def changes(self, submission_id: str, *, quiet_seconds: float) -> AsyncGenerator[bool]:
        """Yield True at once and after each ``tell``, False after a quiet time, until closed."""
        watcher = _Watcher(submission_id)
        self._add(watcher)
        try:
            while not self._closed:
                try:
                    await asyncio.wait_for(watcher.news.wait(), quiet_seconds)
                except TimeoutError:
                    yield False
                    continue
                watcher.news.clear()
                if not self._closed:
                    yield True
        finally:
            self._remove(watcher)

    def _add(self, watcher: _Watcher) -> None:
        with self._lock:
            self._open.add(watcher)
            self.some.set()

    def _remove(self, watcher: _Watcher) -> None:
        with self._lock:
            self._open.discard(watcher)
            if not self._open:
                self.some.clear()
