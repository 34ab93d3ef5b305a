"""The command as a person calls it: another process, the real sandbox, the shipped problem."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app import bootstrap
from app.ports import Runner

PROBLEM = "vit-encoder-block"
SUBMISSIONS = bootstrap.PROBLEMS / PROBLEM / "submissions"


@pytest.fixture
def tracegrade(runner: Runner, tmp_path: Path):
    """Needs the runner only so that it is skipped where there is no sandbox."""

    def run(*words: str, **options) -> subprocess.CompletedProcess[bytes]:
        variables = {"TRACEGRADE_DATA": str(tmp_path / "data")} | options.pop("env", {})
        return subprocess.run(
            [sys.executable, "-m", "app", *words],
            cwd=tmp_path,
            env=os.environ | variables,
            capture_output=True,
            timeout=120,
            check=False,
            **options,
        )

    return run


def test_an_accepted_solution(tracegrade):
    done = tracegrade("grade", PROBLEM, str(SUBMISSIONS / "accepted" / "einsum.py"))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"vit-encoder-block: accepted" in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_rejected_solution_as_the_learner_sees_it(tracegrade):
    path = str(SUBMISSIONS / "rejected" / "no_scale.py")
    done = tracegrade("grade", PROBLEM, path, "--json", "--as-learner")
    report = json.loads(done.stdout)
    assert (done.returncode, report["verdict"]) == (1, "wrong_value")
    hidden = [test for test in report["tests"] if test["hidden"]]
    assert hidden
    assert all(test["max_abs_error"] is None for test in hidden)


def test_standard_input_and_the_examples_only(tracegrade):
    source = (SUBMISSIONS / "accepted" / "loops.py").read_bytes()
    done = tracegrade("grade", PROBLEM, "-", "--examples", "--json", input=source)
    report = json.loads(done.stdout)
    assert (done.returncode, report["verdict"], len(report["tests"])) == (0, "accepted", 4)


def test_a_terminal_of_few_letters_gets_escapes(tracegrade, tmp_path):
    (tmp_path / "a.py").write_text("raise ValueError('ü ✓ \\x1b[2J')\n", encoding="utf-8")
    done = tracegrade(
        "grade", PROBLEM, "a.py", "--examples", env={"PYTHONIOENCODING": "latin-1:strict"}
    )
    assert done.returncode == 1
    assert rb": " + "ü".encode("latin-1") + rb" \u2713 \x1b[2J" in done.stdout


def test_wrong_usage(tracegrade):
    done = tracegrade("grade", "no-such-problem", "missing.py")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"Error: File missing.py does not exist")


def test_the_doctor_says_what_is_enforced(tracegrade):
    done = tracegrade("sandbox", "doctor", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode == 0) == report["ok"]
    assert report["rows"]
