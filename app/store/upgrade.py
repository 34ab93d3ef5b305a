"""Bringing a database to the newest version, in one transaction."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DatabaseError

from app.errors import TracegradeError

MIGRATIONS = Path(__file__).parent / "migrations"


class DatabaseTooNew(TracegradeError):
    """The database was written by a newer version of Tracegrade; an older one would damage it."""


class DatabaseUnusable(TracegradeError):
    """The database cannot be opened, read or brought to the newest version."""


def upgrade(engine: Engine) -> None:
    """Create what is missing and run the migrations not yet run.

    Raises DatabaseTooNew and DatabaseUnusable; the database is then as it was.
    """
    try:
        _upgrade(engine)
    except DatabaseError as error:
        raise DatabaseUnusable(
            f"The database {engine.url.database} cannot be used: {error.orig}",
            "restore a copy of it, or move it away to begin with an empty one",
        ) from error


def _upgrade(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(begin="IMMEDIATE") as connection, connection.begin():
        _refuse_newer(connection, ScriptDirectory.from_config(config))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _refuse_newer(connection: Connection, scripts: ScriptDirectory) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    unknown = sorted(set(MigrationContext.configure(connection).get_current_heads()) - known)
    if unknown:
        raise DatabaseTooNew(
            f"The database is at version {unknown[0]}, which this version of Tracegrade does not"
            " know",
            "Install the newer Tracegrade again, or name another data folder in TRACEGRADE_DATA",
        )
