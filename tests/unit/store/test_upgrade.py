from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text

from app.store.engine import open_engine, session_factory
from app.store.tables import metadata
from app.store.upgrade import DatabaseTooNew, DatabaseUnusable, upgrade
from tests.builders.database import hand_in, new_database, new_learner


def test_the_migrations_make_what_the_tables_say(tmp_path: Path):
    engine = new_database(tmp_path)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
        checks = inspect(connection).get_check_constraints("submissions")
        assert {check["name"] for check in checks} == {
            "ck_submissions_kind",
            "ck_submissions_state",
            "ck_submissions_finished",
        }
    engine.dispose()


def test_a_second_upgrade_changes_nothing(tmp_path: Path):
    engine = new_database(tmp_path)
    with session_factory(engine)() as session:
        submission = hand_in(session, new_learner(session))
    upgrade(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT id FROM submissions")) == submission.id
    engine.dispose()


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path):
    engine = new_database(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseTooNew, match="9999") as refused:
        upgrade(engine)
    assert "newer" in refused.value.advice
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT version_num FROM alembic_version")) == "9999"
    engine.dispose()


def test_a_folder_with_a_percent_sign(tmp_path: Path):
    folder = tmp_path / "100%(here)s"
    folder.mkdir()
    engine = new_database(folder)
    assert inspect(engine).has_table("submissions")
    engine.dispose()


def test_a_failed_migration_leaves_no_half_database(tmp_path: Path):
    engine = open_engine(f"sqlite:///{tmp_path / 'tracegrade.db'}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE jobs (in_the_way INTEGER)"))
    with pytest.raises(DatabaseUnusable, match="already exists"):
        upgrade(engine)
    assert inspect(engine).get_table_names() == ["jobs"]
    engine.dispose()
