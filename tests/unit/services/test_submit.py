from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest
from sqlalchemy import text

from app.domain.grading import code_sha256
from app.domain.source import SourceRefused
from app.domain.submission import Kind, State
from app.services.submissions import SubmissionUnknown, find, history
from app.services.submit import KeyInvalid
from app.store.engine import session_factory
from tests.builders.database import NOON, hand_in, new_database, new_learner
from tests.builders.problem import EXAMPLES, POINTS, SOURCE, TESTS


@pytest.fixture
def sessions(tmp_path: Path):
    engine = new_database(tmp_path)
    yield session_factory(engine)
    engine.dispose()


@pytest.fixture
def session(sessions):
    with sessions() as session:
        yield session


@pytest.fixture
def learner(session):
    return new_learner(session)


def counts(session):
    return tuple(
        session.scalar(text(f"SELECT count(*) FROM {table}")) for table in ("submissions", "jobs")
    )


def test_a_submission_is_stored_whole(session, learner):
    made = hand_in(session, learner)
    assert (made.state, made.version, made.attempt, made.number) == (State.QUEUED, 1, 0, 1)
    assert (made.source, made.code_sha256) == (SOURCE, code_sha256(SOURCE))
    assert (made.tests_total, made.points_possible) == (TESTS, POINTS)
    assert made.created_at == NOON
    assert find(session, made.id, learner) == made
    assert counts(session) == (1, 1)


def test_it_is_committed_with_its_job_before_the_call_returns(sessions, session, learner):
    hand_in(session, learner)
    with sessions() as other:
        assert counts(other) == (1, 1)


def test_a_run_counts_the_examples_only(session, learner):
    made = hand_in(session, learner, kind=Kind.RUN)
    assert (made.tests_total, made.points_possible) == (EXAMPLES, 1)


def test_numbers_count_each_kind_apart(session, learner):
    kinds = [Kind.SUBMIT, Kind.RUN, Kind.SUBMIT, Kind.RUN]
    assert [hand_in(session, learner, kind=kind).number for kind in kinds] == [1, 1, 2, 2]
    assert hand_in(session, new_learner(session)).number == 1


def test_the_same_key_gives_the_first_submission(session, learner):
    first = hand_in(session, learner, key="k")
    again = hand_in(session, learner, key="k", source="other", kind=Kind.RUN, seconds=5)
    assert again == first
    assert counts(session) == (1, 1)


def test_the_same_key_of_another_learner_is_another_submission(session, learner):
    first = hand_in(session, learner, key="k")
    second = hand_in(session, new_learner(session), key="k")
    assert first.id != second.id


def test_concurrent_clicks_make_one_submission_for_each_key(sessions, learner):
    made: list[tuple[str, str]] = []
    start = threading.Barrier(8)

    def click(key):
        with sessions() as session:
            start.wait()
            made.append((key, hand_in(session, learner, key=key).id))

    threads = [threading.Thread(target=click, args=(f"k{n % 2}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Counter(key for key, _ in made) == {"k0": 4, "k1": 4}
    assert len(set(made)) == 2
    with sessions() as session:
        assert counts(session) == (2, 2)
        assert {line.number for line in history(session, learner, "scaled-sum")} == {1, 2}


@pytest.mark.parametrize("source", ["x" * (2**18 + 1), "a\0b", "\ud800"])
def test_what_cannot_be_graded_is_refused_and_not_stored(session, learner, source):
    with pytest.raises(SourceRefused):
        hand_in(session, learner, source=source)
    assert counts(session) == (0, 0)


def test_the_largest_source_and_any_text_are_kept_exactly(session, learner):
    for source in ("x" * 2**18, "x", "# ä €\r\n\t\u2028\U0001f600\n"):
        made = hand_in(session, learner, source=source)
        assert find(session, made.id, learner).source == source


@pytest.mark.parametrize("key", [" ", "a b", "ä", "k" * 129, "a\n"])
def test_a_key_that_cannot_be_kept_is_refused(session, learner, key):
    with pytest.raises(KeyInvalid):
        hand_in(session, learner, key=key)
    assert counts(session) == (0, 0)


def test_anothers_submission_looks_like_none(session, learner):
    made = hand_in(session, learner)
    with pytest.raises(SubmissionUnknown) as anothers:
        find(session, made.id, new_learner(session))
    with pytest.raises(SubmissionUnknown) as missing:
        find(session, "0" * 32, learner)
    assert str(anothers.value) == str(missing.value)


def test_history_is_ones_own_newest_first_and_bounded(session, learner):
    ids = [hand_in(session, learner, seconds=n).id for n in range(4)]
    hand_in(session, new_learner(session))
    lines = history(session, learner, "scaled-sum", limit=3)
    assert [line.id for line in lines] == ids[:0:-1]
    assert history(session, learner, "another-problem") == ()
