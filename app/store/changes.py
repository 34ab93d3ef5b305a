"""Has anyone written to the database?  Asked often, so it must cost next to nothing."""

from __future__ import annotations

import sqlite3
from typing import cast

from sqlalchemy import Engine


class Changes:
    """Notices commits made by other connections, of this process or another.

    SQLite's ``PRAGMA data_version`` reads one number from shared memory (about 5 microseconds) and
    takes no lock; an answer means something only beside the same connection's earlier one, so this
    keeps a connection of its own.  Not for use by two threads at once.
    """

    def __init__(self, engine: Engine) -> None:
        self._pooled = engine.raw_connection()
        self._connection = cast(sqlite3.Connection, self._pooled.driver_connection)
        self._version = self._read()

    def happened(self) -> bool:
        """True when there was a commit since the last call."""
        before, self._version = self._version, self._read()
        return self._version != before

    def close(self) -> None:
        self._pooled.close()

    def _read(self) -> int:
        version: int = self._connection.execute("PRAGMA data_version").fetchone()[0]
        return version
