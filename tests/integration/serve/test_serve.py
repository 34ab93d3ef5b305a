"""The real server, its real processes."""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.builders.package import ACCEPTED
from tests.builders.server import Server, living, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as made:
        yield made


def submit(client: httpx.Client, key: str) -> str:
    answer = client.post(
        "/api/v1/problems/scaled-sum/submissions",
        json={"code": ACCEPTED, "kind": "submit", "idempotency_key": key},
    )
    answer.raise_for_status()
    return str(answer.json()["id"])


def finished(client: httpx.Client, submission_id: str):
    submission = client.get(f"/api/v1/submissions/{submission_id}").json()
    return submission if submission["state"] == "finished" else None


def test_it_serves_grades_and_ends_in_order(server: Server):
    client = server.client()
    assert client.get("/healthz").status_code == 200
    submission_id = submit(client, "k")
    assert submit(client, "k") == submission_id
    done = until(lambda: finished(client, submission_id), "the verdict")
    assert done["verdict"] == "accepted", server.log
    family = server.family()
    assert len(family) > 3
    assert server.end() == 0
    until(lambda: not living(family), "the end of every process")
    assert "Traceback" not in server.log


def test_an_open_event_stream_does_not_hold_up_the_end(server: Server):
    client = server.client()
    os.kill(until(lambda: server.children().get("worker"), "a worker"), signal.SIGSTOP)
    path = f"/submissions/{submit(client, 'k')}/events"
    with client.stream("GET", path) as events:
        lines = events.iter_lines()
        assert "event: change" in (next(lines) for _ in range(10))
        os.kill(server.children()["worker"], signal.SIGCONT)
        server.process.send_signal(signal.SIGTERM)
        assert not any("error" in line for line in lines)
    assert server.process.wait(60) == 0
    assert "Cancel" not in server.log


def test_ctrl_c_ends_it_too(server: Server):
    server.address()
    assert server.end(signal.SIGINT) == 0


def test_a_second_server_on_the_folder_is_refused(server: Server, tmp_path: Path):
    server.address()
    second = Server(tmp_path)
    assert second.process.wait(60) == 2
    assert f"in use by process {server.process.pid}" in second.log
    assert "TRACEGRADE_DATA" in second.log
    assert server.process.poll() is None


def test_a_port_in_use_is_refused(server: Server, tmp_path: Path):
    port = httpx.URL(server.address()).port
    other = tmp_path / "other"
    other.mkdir()
    second = Server(other, port=port or 0)
    assert second.process.wait(60) == 2
    assert f"Port {port}" in second.log
    assert "Traceback" not in second.log


def test_a_newer_database_is_refused(server: Server, tmp_path: Path):
    server.address()
    server.end()
    with sqlite3.connect(server.data / "tracegrade.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    again = Server(tmp_path)
    assert again.process.wait(60) == 2
    assert "9999" in again.log
    assert "Traceback" not in again.log


def test_a_damaged_database_is_refused(tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "tracegrade.db").write_bytes(b"this is no database" * 1000)
    server = Server(tmp_path)
    assert server.process.wait(60) == 2
    assert "tracegrade.db" in server.log
    assert "Traceback" not in server.log


@pytest.mark.parametrize("name", ["web", "worker"])
def test_a_killed_process_is_started_again_at_the_same_address(server: Server, name: str):
    client = server.client()
    before = until(lambda: len(server.children()) == 2 and server.children(), "two children")
    os.kill(before[name], signal.SIGKILL)

    def again():
        now = server.children()
        return len(now) == 2 and now[name] != before[name] and now

    now = until(again, "another process")
    other = "worker" if name == "web" else "web"
    assert now[other] == before[other]
    assert client.get("/healthz").status_code == 200
    assert until(lambda: finished(client, submit(client, "k")), "the verdict")


def test_nothing_outlives_a_killed_server(server: Server):
    client = server.client()
    assert until(lambda: finished(client, submit(client, "k")), "the verdict")
    family = server.family()
    assert len(family) > 3
    server.end(signal.SIGKILL)
    until(lambda: not living(family), "the end of every process")
