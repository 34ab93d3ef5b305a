"""Live across processes that share a database, without a broker.

One thread per process asks the database every few milliseconds whether there was a commit, and only
while somebody watches; after one it reads the versions of the watched submissions in one query.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import AsyncGenerator

from sqlalchemy import Engine
from sqlalchemy.orm import Session, sessionmaker

from app.live.watchers import Watchers
from app.store import submissions
from app.store.changes import Changes

POLL_SECONDS = 0.015
RETRY_SECONDS = 1.0

log = logging.getLogger(__name__)


class DatabaseLive:
    """Hears of commits made by any process, at most ``POLL_SECONDS`` late."""

    def __init__(self, engine: Engine, sessions: sessionmaker[Session]) -> None:
        self._sessions = sessions
        self._watchers = Watchers()
        self._changes = Changes(engine)
        self._versions: dict[str, int] = {}
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="live", daemon=True)
        self._thread.start()

    def changes(self, submission_id: str, *, quiet_seconds: float = 15.0) -> AsyncGenerator[bool]:
        return self._watchers.changes(submission_id, quiet_seconds=quiet_seconds)

    def close(self) -> None:
        if self._stop.is_set():
            return
        self._stop.set()
        self._watchers.close()
        self._watchers.some.set()
        self._thread.join()
        self._changes.close()

    def _run(self) -> None:
        while not self._stop.is_set():
            self._watchers.some.wait()
            pause = POLL_SECONDS
            try:
                self._look()
            except Exception:
                # The reader will meet the same fault and report it; the watch itself goes on.
                log.exception("cannot ask the database for changes")
                self._watchers.tell(self._watchers.ids())
                pause = RETRY_SECONDS
            self._stop.wait(pause)

    def _look(self) -> None:
        """Tell the watchers whose submission has another version than at the last look.

        The ids are read after the change was noticed: who began to watch before a commit is told of
        it.  A submission not seen before counts as changed, which costs one needless reading.
        """
        if not self._changes.happened():
            return
        watched = self._watchers.ids()
        with self._sessions() as session:
            now = submissions.versions(session, watched)
        before, self._versions = self._versions, now
        self._watchers.tell(key for key in now if now[key] != before.get(key))
