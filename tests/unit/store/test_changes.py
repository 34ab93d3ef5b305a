from __future__ import annotations

from pathlib import Path

from app.store.changes import Changes
from app.store.engine import session_factory
from tests.builders.database import new_database, new_learner


def test_commits_of_others_are_noticed_once(tmp_path: Path):
    engine = new_database(tmp_path)
    changes = Changes(engine)
    assert not changes.happened()
    with session_factory(engine)() as session:
        new_learner(session)
        assert changes.happened()
        assert not changes.happened()
    changes.close()
    engine.dispose()


def test_a_commit_of_another_process_is_noticed(tmp_path: Path):
    engine, other = new_database(tmp_path), new_database(tmp_path)
    changes = Changes(engine)
    with session_factory(other)() as session:
        new_learner(session)
    assert changes.happened()
    changes.close()
    for each in (engine, other):
        each.dispose()
