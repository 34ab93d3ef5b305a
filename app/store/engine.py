"""Opening the database.

SQLite in WAL mode: readers never wait for the writer.  Writers queue on ``BEGIN IMMEDIATE``
(``transactions.write``), because a transaction that reads first and writes later would fail at
once, without waiting, if another had written in between.

``synchronous=FULL`` makes a commit survive a power cut, NORMAL only the death of the process.  What
a learner handed in must survive both; a verdict need not: after a power cut its job runs again.
"""

from __future__ import annotations

import sqlite3
from typing import Literal

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.orm import Session, sessionmaker

from app.errors import TracegradeError

BUSY_SECONDS = 15.0
Synchronous = Literal["FULL", "NORMAL"]


class DatabaseUnsupported(TracegradeError):
    """The database address names a kind of database that this version cannot use."""


def open_engine(url: str, *, synchronous: Synchronous = "FULL") -> Engine:
    """Open a database by its SQLAlchemy address; raise DatabaseUnsupported for all but SQLite."""
    try:
        backend = make_url(url).get_backend_name()
    except ArgumentError as error:
        raise DatabaseUnsupported(
            "The database address is not one: it has no scheme",
            "Write it like sqlite:////absolute/path/tracegrade.db",
        ) from error
    if backend != "sqlite":
        raise DatabaseUnsupported(
            f"The database address begins with {backend}: only SQLite works so far",
            "Write it like sqlite:////absolute/path/tracegrade.db",
        )
    engine = create_engine(
        url, pool_size=10, max_overflow=50, connect_args={"timeout": BUSY_SECONDS}
    )

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        # The driver would begin transactions by itself, and only before the first write.
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get("begin", "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")

    return engine


def session_factory(engine: Engine) -> sessionmaker[Session]:
    """What a request or a job opens its own short session from."""
    return sessionmaker(engine, expire_on_commit=False)
