from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.store.engine import DatabaseUnsupported, open_engine, session_factory
from app.store.transactions import write
from tests.builders.database import new_database


@pytest.mark.parametrize(("synchronous", "number"), [("NORMAL", 1), ("FULL", 2)])
def test_pragmas(tmp_path: Path, synchronous, number):
    engine = open_engine(f"sqlite:///{tmp_path / 'x.db'}", synchronous=synchronous)
    with engine.connect() as connection:
        read = lambda name: connection.scalar(text(f"PRAGMA {name}"))  # noqa: E731
        assert read("journal_mode") == "wal"
        assert read("synchronous") == number
        assert read("foreign_keys") == 1
        assert read("busy_timeout") >= 10_000
    engine.dispose()


@pytest.mark.parametrize("url", ["postgresql://localhost/x", "mysql://localhost/x", "nonsense"])
def test_other_databases_are_refused_in_words(url):
    with pytest.raises(DatabaseUnsupported) as refused:
        open_engine(url)
    assert "sqlite" in refused.value.advice


def test_write_holds_the_lock_from_its_beginning(tmp_path: Path):
    engine = new_database(tmp_path)
    other = sqlite3.connect(tmp_path / "tracegrade.db", timeout=0, isolation_level=None)
    with session_factory(engine)() as session:
        with write(session), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    other.close()
    engine.dispose()


def test_write_rolls_back_everything_on_an_exception(tmp_path: Path):
    engine = new_database(tmp_path)
    with session_factory(engine)() as session:
        with pytest.raises(IntegrityError), write(session):
            insert_twice(session)
        assert session.scalar(text("SELECT count(*) FROM learners")) == 0
    engine.dispose()


def insert_twice(session):
    row = {"now": "2026-01-01 00:00:00.000000"}
    for _ in range(2):
        session.execute(text("INSERT INTO learners VALUES ('l', 'token', :now, :now)"), row)


def test_a_submission_without_a_learner_is_refused(tmp_path: Path):
    engine = new_database(tmp_path)
    with session_factory(engine)() as session, pytest.raises(IntegrityError), write(session):
        session.execute(text("INSERT INTO jobs VALUES (1, 'missing', '2026-01-01', NULL, NULL, 0)"))
    engine.dispose()
