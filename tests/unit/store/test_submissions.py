"""Named queries on submissions that the tests of the queue leave out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session, sessionmaker

from app.domain.submission import Kind
from app.domain.verdict import Verdict
from app.queue.embedded import EmbeddedQueue
from app.store.engine import session_factory
from app.store.submissions import solved
from tests.builders.database import NOON, hand_in, new_database, new_learner
from tests.builders.problem import scaled_sum
from tests.builders.reports import accepted_report


@pytest.fixture
def sessions(tmp_path: Path) -> Iterator[sessionmaker[Session]]:
    engine = new_database(tmp_path)
    yield session_factory(engine)
    engine.dispose()


@pytest.mark.parametrize(
    ("kind", "verdict", "is_solved"),
    [
        (Kind.SUBMIT, Verdict.ACCEPTED, True),
        (Kind.SUBMIT, Verdict.WRONG_VALUE, False),
        (Kind.RUN, Verdict.ACCEPTED, False),
    ],
)
def test_an_accepted_submit_solves_for_its_learner_alone(
    sessions: sessionmaker[Session], kind: Kind, verdict: Verdict, is_solved: bool
) -> None:
    slug = scaled_sum().slug
    with sessions() as session:
        learner, other = new_learner(session), new_learner(session)
        assert solved(session, learner) == {}
        hand_in(session, learner, kind=kind)
        hand_in(session, other, seconds=1)
        assert solved(session, learner) == {slug: False}
    queue = EmbeddedQueue(sessions)
    claimed = queue.claim("tester", NOON, 60)
    assert claimed is not None
    queue.finish(claimed, accepted_report().model_copy(update={"verdict": verdict}), NOON)
    with sessions() as session:
        hand_in(session, learner, seconds=2, kind=Kind.RUN)
        assert solved(session, learner) == {slug: is_solved}
        assert solved(session, other) == {slug: False}
