from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from app.services.learners import SEEN_AGAIN_AFTER, find_learner, learner_for
from app.store.engine import session_factory
from tests.builders.database import NOON, new_database


@pytest.fixture
def session(tmp_path: Path):
    engine = new_database(tmp_path)
    with session_factory(engine)() as session:
        yield session
    engine.dispose()


def test_a_guest_gets_a_token_once_and_is_known_by_it(session):
    guest, token = learner_for(session, None, now=NOON)
    assert token
    assert learner_for(session, token, now=NOON) == (guest, None)
    assert find_learner(session, token, now=NOON) == guest


@pytest.mark.parametrize("token", ["", "guessed", "\ud800", "x" * 10_000])
def test_an_unknown_token_makes_a_new_guest_with_a_new_token(session, token):
    assert find_learner(session, token, now=NOON) is None
    guest, fresh = learner_for(session, token, now=NOON)
    assert fresh
    assert fresh != token
    assert find_learner(session, fresh, now=NOON) == guest


def test_guests_differ(session):
    one, two = (learner_for(session, None, now=NOON) for _ in range(2))
    assert one[0].id != two[0].id
    assert one[1] != two[1]


def test_the_token_itself_is_nowhere_in_the_database(session):
    guest, token = learner_for(session, None, now=NOON)
    rows = session.execute(text("SELECT * FROM learners")).all()
    assert len(rows) == 1
    assert guest.id in rows[0]
    assert token not in str(rows)


def test_visits_are_noted_but_not_each_of_them(session):
    _, token = learner_for(session, None, now=NOON)
    soon = NOON + timedelta(seconds=1)
    late = NOON + SEEN_AGAIN_AFTER
    for now, noted in ((soon, NOON), (late, NOON), (late, late)):
        learner = find_learner(session, token, now=now)
        assert learner is not None
        assert learner.last_seen_at == noted
