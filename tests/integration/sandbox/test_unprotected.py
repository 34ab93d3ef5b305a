"""Runs without a sandbox: real processes, on any system."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sandbox.protocol import (
    Lane,
    Limits,
    Module,
    NoWalls,
    RunRequest,
    RunStatus,
    SandboxUnavailable,
)
from sandbox.unprotected import UnprotectedBatch

LIMITS = Limits(wall_seconds=30.0, cpu_seconds=10.0, output_bytes=10_000, result_bytes=100_000)
SHORT = Limits(wall_seconds=0.5, cpu_seconds=10.0)


@pytest.fixture(scope="module")
def shared() -> Iterator[UnprotectedBatch]:
    """One process for all tests that leave it alive: to start one takes long."""
    with UnprotectedBatch(Lane.LEARNER) as batch:
        yield batch


def request(source: str, limits: Limits = LIMITS) -> RunRequest:
    module = Module("submission", source, "f.py")
    return RunRequest((module,), "f", {"x": np.arange(3.0)}, limits)


def test_it_says_that_it_has_no_walls(shared: UnprotectedBatch) -> None:
    info = shared.info()
    assert info.tier is NoWalls.UNPROTECTED
    assert (info.python, info.numpy) == (sys.version.partition(" ")[0], np.__version__)


def test_a_value_comes_back_with_what_was_printed(shared: UnprotectedBatch) -> None:
    source = """
import os, sys
def f(x):
    print("ü")
    os.write(1, b"raw\\n")
    print("error", file=sys.stderr)
    x[0] = 7
    return 2 * x
"""
    result = shared.run(request(source))
    assert (result.status, result.stdout) == (RunStatus.OK, "ü\nraw\nerror\n")
    assert result.returned is not None
    np.testing.assert_array_equal(result.returned.value, [14.0, 2.0, 4.0])
    assert result.inputs_modified == ("x",)
    assert result.wall_ms > 0


@pytest.mark.parametrize(
    ("source", "status", "type_name"),
    [
        ("def f(x): return missing", RunStatus.EXCEPTION, "NameError"),
        ("def f(x", RunStatus.SYNTAX_ERROR, "SyntaxError"),
        ("def g(x): return x", RunStatus.NO_FUNCTION, None),
        ("def f(x): return input()", RunStatus.EXCEPTION, "EOFError"),
        ("import app", RunStatus.EXCEPTION, "ModuleNotFoundError"),
        ("import pytest", RunStatus.EXCEPTION, "ModuleNotFoundError"),
        ("def f(x): return b'' * 0", RunStatus.OK, None),
        ("import numpy as np\ndef f(x): return np.zeros(10**6)", RunStatus.RESULT_LIMIT, None),
        ("def f(x): raise SystemExit(3)", RunStatus.EXCEPTION, "SystemExit"),
    ],
)
def test_what_goes_wrong_is_told_apart(
    shared: UnprotectedBatch, source: str, status: RunStatus, type_name: str | None
) -> None:
    result = shared.run(request(source))
    assert result.status is status
    assert (result.error.type if result.error else None) == type_name


@pytest.mark.parametrize(
    ("body", "limits", "status"),
    [
        ("os._exit(3)", LIMITS, RunStatus.EXITED),
        ("os._exit(0)", LIMITS, RunStatus.NO_RESULT),
        ("os.abort()", LIMITS, RunStatus.CRASHED),
        ("threading.Event().wait()", SHORT, RunStatus.WALL_LIMIT),
        ("while True: print('x' * 99)", LIMITS, RunStatus.OUTPUT_LIMIT),
        ("print('x' * 10_001)", LIMITS, RunStatus.OUTPUT_LIMIT),
        (
            "while True: pass",
            Limits(wall_seconds=60.0, cpu_seconds=0.5),
            RunStatus.CPU_LIMIT,
        ),
        (
            "end = time.process_time() + 0.3\n    while time.process_time() < end: pass",
            Limits(cpu_seconds=0.1),
            RunStatus.CPU_LIMIT,
        ),
    ],
)
def test_what_ends_a_process_ends_that_one_alone(
    shared: UnprotectedBatch, body: str, limits: Limits, status: RunStatus
) -> None:
    source = f"import os, threading, time\ndef f(x):\n    {body}\n"
    result = shared.run(request(source, limits))
    assert result.status is status
    assert len(result.stdout) <= limits.output_bytes
    after = shared.run(request("def f(x): return 1"))
    assert after.status is RunStatus.OK


def test_runs_share_a_process_and_find_it_as_new_unless_alone() -> None:
    source = """
import os, sys, numpy as np
def f(x):
    seen = (hasattr(np, "left"), "left" in sys.modules, np.geterr()["all" if 0 else "over"])
    np.left = sys.modules["left"] = np
    np.seterr(all="ignore")
    return [os.getpid(), *seen]
"""
    with UnprotectedBatch(Lane.LEARNER) as batch:
        runs = [batch.run(request(source), alone=alone) for alone in (False, False, True)]
    values = [run.returned.value for run in runs if run.returned]
    assert [value[1:] for value in values] == [[False, False, "warn"]] * 3
    assert [run.first for run in runs] == [True, False, True]
    assert values[0][0] == values[1][0] != values[2][0]


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX ends a group of processes")
def test_what_was_started_ends_too() -> None:
    source = """
import subprocess
def f(x):
    return subprocess.Popen(["/bin/sleep", "1000"]).pid
"""
    with UnprotectedBatch(Lane.LEARNER) as batch:
        result = batch.run(request(source))
    assert result.returned is not None
    pid = result.returned.value
    # Whoever adopted it may not have buried it yet.
    state = Path(f"/proc/{pid}/stat")
    assert not state.exists() or state.read_text().rpartition(")")[2].split()[0] == "Z"


def test_it_leaves_nothing_open() -> None:
    before = set(os.listdir("/proc/self/fd"))
    with UnprotectedBatch(Lane.LEARNER) as batch:
        assert batch.run(request("def f(x): return 1")).status is RunStatus.OK
    assert len(os.listdir("/proc/self/fd")) <= len(before)


def test_more_than_the_lane_grants_is_refused(shared: UnprotectedBatch) -> None:
    with pytest.raises(ValueError, match="wall_seconds"):
        shared.run(request("def f(x): return 1", Limits(wall_seconds=1e6)))


def test_an_interpreter_that_does_not_start_is_no_fault_of_the_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sandbox.cold._PROGRAM", "raise SystemExit('no such library')")
    with pytest.raises(SandboxUnavailable, match="no such library"):
        UnprotectedBatch(Lane.LEARNER).run(request("def f(x): return 1"))
    monkeypatch.setattr(sys, "executable", "/missing/python")
    with pytest.raises(SandboxUnavailable, match="/missing/python"):
        UnprotectedBatch(Lane.LEARNER).info()
