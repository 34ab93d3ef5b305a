from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Column, MetaData, Table, create_engine, insert, select
from sqlalchemy.exc import StatementError
from sqlalchemy.pool import StaticPool

from app.domain.submission import State
from app.store.types import EnumText, UtcDateTime

ZONES = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
TIMES = st.datetimes(
    datetime(1990, 1, 1),  # noqa: DTZ001
    datetime(2200, 1, 1),  # noqa: DTZ001
    timezones=ZONES,
)

table = Table("t", MetaData(), Column("time", UtcDateTime), Column("state", EnumText(State)))


@pytest.fixture(scope="module")
def connection():
    engine = create_engine("sqlite://", poolclass=StaticPool)
    table.create(engine)
    with engine.connect() as connection:
        yield connection
    engine.dispose()


@given(first=TIMES, second=TIMES)
def test_times_come_back_in_utc_and_keep_their_order(connection, first, second):
    connection.execute(table.delete())
    connection.execute(insert(table), [{"time": first}, {"time": second}])
    stored = list(connection.scalars(select(table.c.time).order_by(table.c.time)))
    assert stored == sorted([first, second])
    assert all(time.tzinfo is UTC for time in stored)


def test_a_naive_time_is_refused(connection):
    with pytest.raises(StatementError, match="time zone"):
        connection.execute(insert(table).values(time=datetime(2026, 1, 1)))  # noqa: DTZ001


def test_an_enum_is_kept_as_its_text_and_comes_back_as_a_member(connection):
    connection.execute(table.delete())
    connection.execute(insert(table).values(state=State.RUNNING))
    assert connection.scalar(select(table.c.state)) is State.RUNNING
    assert connection.exec_driver_sql("SELECT state FROM t").scalar() == "running"


def test_a_text_that_is_no_member_is_refused(connection):
    with pytest.raises(StatementError, match="nonsense"):
        connection.execute(insert(table).values(state="nonsense"))
