"""Kill the server with submissions queued and running: none is lost, each is graded once."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest

from tests.builders.server import Server, living, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]

SUBMISSIONS = 20
SLOW = """
import time

def scaled_sum(x, factor):
    time.sleep(0.1)  # Four tests: long enough to be killed between two of them.
    return factor * x.sum(axis=1)
"""
WATCH_FINISHES = """
CREATE TABLE finishes (submission_id TEXT);
CREATE TRIGGER finishes AFTER UPDATE ON submissions WHEN new.state = 'finished'
BEGIN INSERT INTO finishes VALUES (new.id); END;
"""
Start = Callable[[], Server]
Kill = Callable[[Server, Start], Server]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers on one folder, and ends them after the test."""
    with ExitStack() as servers:
        yield lambda: servers.enter_context(Server(tmp_path))


def kill_everything(server: Server, start: Start) -> Server:
    """The whole server dies, and is started again by hand."""
    family = server.family()
    server.end(signal.SIGKILL)
    again = start()
    until(lambda: not living(family), "the end of the first server's processes")
    return again


def kill_all_at_once(server: Server, start: Start) -> Server:
    """As when the machine stops: no process lives long enough to notice another's end."""
    for pid in server.family():
        # A test's process ends by itself between being listed and being killed.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    server.process.wait()
    return start()


def kill_the_worker(server: Server, start: Start) -> Server:
    os.kill(server.children()["worker"], signal.SIGKILL)
    return server


def stop_in_order(server: Server, start: Start) -> Server:
    assert server.end(signal.SIGTERM) == 0
    return start()


def rows(server: Server, query: str) -> list[tuple]:
    address = f"file:{server.data / 'tracegrade.db'}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=30)) as database:
        return database.execute(query).fetchall()


def count(server: Server, state: str) -> int:
    return int(rows(server, f"SELECT count(*) FROM submissions WHERE state = '{state}'")[0][0])


def hand_in(server: Server) -> set[str]:
    """Hand in over HTTP; the ids that the server has confirmed."""
    with closing(sqlite3.connect(server.data / "tracegrade.db", timeout=30)) as database:
        database.executescript(WATCH_FINISHES)
    client = server.client()
    answers = [
        client.post(
            "/api/v1/problems/scaled-sum/submissions",
            json={"code": SLOW, "kind": "submit", "idempotency_key": f"key-{number}"},
        )
        for number in range(SUBMISSIONS)
    ]
    assert {answer.status_code for answer in answers} == {202}, answers[0].text
    return {answer.json()["id"] for answer in answers}


def wait_for_work(server: Server, verdicts: int) -> None:
    """Until so many are graded and some is being graded; on a very slow machine all may be."""

    def at_work() -> bool:
        done = count(server, "finished")
        return done == SUBMISSIONS or (done >= verdicts and count(server, "running") > 0)

    until(at_work, f"{verdicts} verdicts and a running submission")


@pytest.mark.parametrize(
    ("kill", "times"),
    [
        (kill_everything, (2,)),
        (kill_the_worker, (2,)),
        # More often than a submission may kill its worker.
        pytest.param(kill_all_at_once, (1, 2, 3, 4), marks=pytest.mark.full),
        pytest.param(kill_everything, (2, 8), marks=pytest.mark.full),
        pytest.param(kill_the_worker, (2, 8), marks=pytest.mark.full),
        pytest.param(stop_in_order, (2, 8), marks=pytest.mark.full),
    ],
)
def test_none_is_lost_and_each_is_graded_once(start: Start, kill: Kill, times: tuple[int, ...]):
    server = start()
    server.address()
    confirmed = hand_in(server)

    wait_for_work(server, times[0])
    assert count(server, "finished") < SUBMISSIONS, "nothing was left to interrupt"
    for verdicts in times:
        wait_for_work(server, verdicts)
        server = kill(server, start)

    until(lambda: count(server, "finished") == SUBMISSIONS, "all verdicts")
    stored = rows(server, "SELECT id, verdict, points FROM submissions")
    assert {row[0] for row in stored} == confirmed
    assert {row[1:] for row in stored} == {("accepted", 6.0)}, server.log
    finishes = [row[0] for row in rows(server, "SELECT submission_id FROM finishes")]
    assert sorted(finishes) == sorted(confirmed)
    assert rows(server, "SELECT * FROM jobs") == []
    again = rows(server, "SELECT count(*) FROM submissions WHERE attempt > 1")[0][0]
    assert again <= 2 * len(times)
    assert server.end() == 0


def test_a_click_repeated_after_the_crash_is_the_same_submission(start: Start):
    server = start()
    body = {"code": SLOW, "kind": "submit", "idempotency_key": "click"}
    path = "/api/v1/problems/scaled-sum/submissions"
    client = server.client()
    first = client.post(path, json=body).json()["id"]
    server = kill_all_at_once(server, start)
    after = server.client()
    after.cookies = client.cookies
    assert after.post(path, json=body).json()["id"] == first
    until(lambda: count(server, "finished") == 1, "the verdict")
    assert len(rows(server, "SELECT id FROM submissions")) == 1
