"""What every Live does, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Protocol

import pytest

from app.live.database import DatabaseLive
from app.live.memory import MemoryLive
from app.ports import Live
from app.queue.embedded import EmbeddedQueue
from app.store.engine import session_factory
from tests.builders.database import NOON, hand_in, new_database, new_learner
from tests.builders.reports import accepted_report

SOON = 20.0
QUIET = 0.05


class Bench(Protocol):
    live: Live
    ours: str

    def change(self) -> None:
        """Change the submission ``ours``."""
        ...

    def change_another(self) -> None: ...

    def close(self) -> None: ...


class DatabaseBench:
    def __init__(self, folder: Path) -> None:
        self._engine = new_database(folder)
        sessions = session_factory(self._engine)
        with sessions() as session:
            learner = new_learner(session)
            self.ours = hand_in(session, learner).id
            hand_in(session, learner, seconds=0.1)
        self._queue = EmbeddedQueue(sessions)
        self._ours = self._queue.claim("w", NOON, 30.0)
        later = NOON.replace(minute=1)
        self._other = self._queue.claim("w", later, 30.0)
        self.live: Live = DatabaseLive(self._engine, sessions)

    def change(self) -> None:
        assert self._ours is not None
        self._queue.progress(self._ours, accepted_report())

    def change_another(self) -> None:
        assert self._other is not None
        self._queue.progress(self._other, accepted_report())

    def close(self) -> None:
        self.live.close()
        self._engine.dispose()


class MemoryBench:
    def __init__(self, _folder: Path) -> None:
        self._live = MemoryLive()
        self.live: Live = self._live
        self.ours = "ours"

    def change(self) -> None:
        self._live.touch("ours")

    def change_another(self) -> None:
        self._live.touch("another")

    def close(self) -> None:
        self.live.close()


@pytest.fixture(params=[DatabaseBench, MemoryBench])
def bench(request, tmp_path) -> Iterator[Bench]:
    made = request.param(tmp_path)
    yield made
    made.close()


def watched(bench: Bench, body: Callable[..., Awaitable[None]], *, quiet: float = SOON) -> None:
    """Run ``body`` with a watch of ours whose first news has been taken."""

    async def run() -> None:
        async with aclosing(bench.live.changes(bench.ours, quiet_seconds=quiet)) as news:
            assert await anext(news) is True
            await body(news)

    asyncio.run(asyncio.wait_for(run(), 2 * SOON))


async def quiet_again(news) -> None:
    """Take news until there is a quiet time: the first looks may tell of what is old."""
    while await anext(news):
        pass


def test_a_change_is_told(bench):
    async def body(news):
        await quiet_again(news)
        bench.change()
        while not await anext(news):
            pass

    watched(bench, body, quiet=QUIET)


def test_nothing_is_told_in_a_quiet_time(bench):
    async def body(news):
        await quiet_again(news)
        assert await anext(news) is False

    watched(bench, body, quiet=QUIET)


def test_the_change_of_another_submission_is_not_told(bench):
    async def body(news):
        bench.change()
        while not await anext(news):
            pass
        bench.change_another()
        assert [await anext(news) for _ in range(3)] == [False, False, False]

    watched(bench, body, quiet=2 * QUIET)


def test_a_change_between_two_looks_is_kept(bench):
    async def body(news):
        bench.change()
        bench.change()
        assert await anext(news) is True

    watched(bench, body)


def test_every_watcher_is_told(bench):
    async def body(news):
        async with aclosing(bench.live.changes(bench.ours, quiet_seconds=SOON)) as second:
            assert await anext(second) is True
            bench.change()
            assert await anext(news) is True
            assert await anext(second) is True

    watched(bench, body)


def test_a_change_made_in_another_thread_is_told(bench):
    async def body(news):
        await asyncio.to_thread(bench.change)
        assert await anext(news) is True

    watched(bench, body)


def test_closing_ends_every_watch(bench):
    async def body(news):
        await asyncio.to_thread(bench.live.close)
        async for changed in news:
            assert changed is True  # At most what was told before the end.

    watched(bench, body)


def test_a_watch_of_something_unknown_is_quiet(bench):
    async def run() -> None:
        news = bench.live.changes("unknown", quiet_seconds=QUIET)
        async with aclosing(news):
            assert await anext(news) is True
            assert await anext(news) is False

    asyncio.run(run())
