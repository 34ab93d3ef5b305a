"""Every command on what looks like macOS and like Windows; none of this has run on them.

The processes really run, on Linux, and see the other system (``tests/fakes/other_system.py``).
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.builders.package import write_package
from tests.builders.server import Server, living, until
from tests.fakes.other_system import environment

RIGHT = "def scaled_sum(x, factor):\n    return factor * x.sum(axis=1)\n"


@pytest.fixture(params=["darwin", "win32"])
def system(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For all processes started from here on."""
    for name, value in environment(tmp_path / "site", request.param).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("TRACEGRADE_SANDBOX_REQUIRE", raising=False)


def tracegrade(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "app", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.usefixtures("system")
def test_the_commands_that_run_no_code(tmp_path: Path) -> None:
    shown = tracegrade(tmp_path, "--help")
    assert (shown.returncode, shown.stderr) == (0, "")
    listed = tracegrade(tmp_path, "problem", "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "vit-encoder-block" in listed.stdout


@pytest.mark.usefixtures("system")
def test_the_doctor_names_docker_and_fails(tmp_path: Path) -> None:
    done = tracegrade(tmp_path, "sandbox", "doctor")
    assert (done.returncode, done.stderr) == (3, "")
    assert "needs Linux: on this system, run Tracegrade in Docker" in done.stdout
    assert "--unprotected" in done.stdout


@pytest.mark.usefixtures("system")
def test_grading_says_what_to_do_and_can_be_done_unprotected(tmp_path: Path) -> None:
    folder = str(write_package(tmp_path))
    (tmp_path / "solution.py").write_text(RIGHT, encoding="utf-8")
    refused = tracegrade(tmp_path, "grade", folder, "solution.py")
    assert refused.returncode == 3
    assert "run Tracegrade in Docker" in refused.stdout
    assert "--unprotected" in refused.stderr
    graded = tracegrade(tmp_path, "grade", folder, "solution.py", "--unprotected", "--json")
    report = json.loads(graded.stdout)
    assert (graded.returncode, report["verdict"], report["tier"]) == (0, "accepted", "unprotected")
    assert "WITHOUT A SANDBOX" in graded.stderr


@pytest.mark.usefixtures("system")
def test_a_check_says_what_to_do_and_can_be_done_unprotected(tmp_path: Path) -> None:
    folder = str(write_package(tmp_path))
    refused = tracegrade(tmp_path, "problem", "check", folder)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "run Tracegrade in Docker" in refused.stderr
    assert "--unprotected" in refused.stderr
    checked = tracegrade(tmp_path, "problem", "check", folder, "--unprotected")
    assert checked.returncode == 0, checked.stdout
    assert "tier: unprotected. This ran WITHOUT A SANDBOX" in checked.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("system")
def test_the_site_is_served_and_says_that_it_cannot_judge(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        client = server.client()
        assert client.get("/healthz").status_code == 200
        assert client.get("/problems/scaled-sum").status_code == 200
        handed = {"code": RIGHT, "kind": "submit", "idempotency_key": "k"}
        made = client.post("/api/v1/problems/scaled-sum/submissions", json=handed).json()
        done = until(lambda: _finished(client, made["id"]), "the report")
        assert done["verdict"] == "grader_failed", server.log
        page = client.get(f"/submissions/{made['id']}")
        assert "costs you nothing" in page.text
        assert "run Tracegrade in Docker" in server.log
        family = server.family()
        assert len(family) == 3
        assert server.end(signal.SIGINT) == 0
        until(lambda: not living(family), "the end of every process")
        assert "Traceback" not in server.log


@pytest.mark.slow
@pytest.mark.usefixtures("system")
def test_a_second_server_on_the_folder_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        server.address()
        second = Server(tmp_path)
        assert second.process.wait(120) == 2
        assert f"process {server.process.pid}" in second.log


def _finished(client: httpx.Client, submission_id: str) -> Any:
    submission = client.get(f"/api/v1/submissions/{submission_id}").json()
    return submission if submission["state"] == "finished" else None
