from __future__ import annotations

import sqlite3
import threading
import time
from pathlib import Path

import pytest

from app.live.wake import Wake
from app.store.changes import Changes
from app.store.engine import session_factory
from tests.builders.database import new_database, new_learner

LONG = 30.0


@pytest.fixture
def engine(tmp_path: Path):
    engine = new_database(tmp_path)
    yield engine
    engine.dispose()


@pytest.fixture
def wake(engine):
    changes = Changes(engine)
    yield Wake(changes)
    changes.close()


def awake_before(wake, seconds):
    start = time.monotonic()
    wake.sleep(seconds)
    return time.monotonic() - start < seconds


def test_a_commit_before_or_during_the_sleep_ends_it(engine, wake):
    def commit():
        with session_factory(engine)() as session:
            new_learner(session)

    commit()
    assert awake_before(wake, LONG)
    timer = threading.Timer(0.05, commit)
    timer.start()
    assert awake_before(wake, LONG)
    timer.join()


def test_a_nudge_before_or_during_the_sleep_ends_it(wake):
    wake.nudge()
    assert awake_before(wake, LONG)
    threading.Timer(0.05, wake.nudge).start()
    assert awake_before(wake, LONG)


def test_without_news_it_sleeps_its_time_and_old_news_are_forgotten(engine, wake):
    with session_factory(engine)() as session:
        new_learner(session)
    wake.nudge()
    assert awake_before(wake, LONG)
    assert not awake_before(wake, 0.03)


def test_a_database_that_cannot_be_asked_ends_nobodys_sleep():
    class Broken:
        def happened(self):
            raise sqlite3.OperationalError("disk I/O error")

    began = time.monotonic()
    Wake(Broken()).sleep(0.05)
    assert time.monotonic() - began >= 0.05
