"""The soak: what it looks for it would find; and in short, as its command."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from app.domain.verdict import Verdict
from app.runner.pooled import PooledRunner

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "benchmarks" / "soak.py"
WAITS = [sys.executable, "-c", "print(flush=True); input()"]


@contextmanager
def waiting() -> Iterator[subprocess.Popen[bytes]]:
    """A process that has started and waits."""
    pipe = subprocess.PIPE
    with subprocess.Popen(WAITS, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process


@pytest.fixture(autouse=True)
def _find_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    # Last, so that an installed package stays what is tested.
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])


def part(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.soaking.{name}")


def test_the_same_seed_is_the_same_soak() -> None:
    grading, killer = part("grading"), part("killer")
    problem = grading.problem()
    order = grading.hand_ins(problem, 3, 500)
    assert order == grading.hand_ins(problem, 3, 500) != grading.hand_ins(problem, 4, 500)
    assert {kind.name for kind in order} == {kind.name for kind in part("kinds").kinds(problem)}
    kills = killer.plan(3, 500, 10)
    assert kills == killer.plan(3, 500, 10) != killer.plan(4, 500, 10)
    assert {kill.child for kill in kills} == {True, False}


def test_growth_is_seen_in_the_second_half() -> None:
    growth = part("growth")
    assert growth.grown([0.0, 50.0, 7.0, 7.0]) == 0.0
    assert growth.grown([5.0] * 4 + [5.0, 6.0, 7.0, 8.0]) == pytest.approx(3.0)
    watched = growth.Growth(child_depth=3)
    for number in range(20):
        watched.own.add((100 + number) * 2**20, 10 + number)
    assert watched.faults() == [
        "this process grew by 9.0 MiB",
        "this process grew by 9.0 descriptors",
    ]


def test_only_what_is_below_is_killed() -> None:
    census = part("census")
    with waiting() as process:
        (found,) = [p for p in census.below() if p.process_id == process.pid]
        assert (found.depth, found.ended) == (1, False)
        assert found.descriptors() >= 3
        assert found.memory_bytes() > 2**20
        assert not replace(found, started=found.started + 1).kill()
        assert not replace(found, process_id=1).kill()
        assert process.poll() is None
        assert found.kill()
        assert process.wait() == -9
    assert not found.kill()


def test_processes_that_are_left_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    session = part("session")
    monkeypatch.setattr(session, "_SECONDS_TO_END", 0.0)
    others = {p.process_id for p in part("census").below()}
    with waiting() as process:
        assert session._left({p.process_id for p in part("census").below()}) == []
        assert session._left(others) == [f"process {process.pid} is left"]
        process.kill()


@pytest.mark.slow
def test_another_verdict_than_the_right_one_is_a_fault(tmp_path: Path) -> None:
    grading, started = part("grading"), []
    problem = grading.problem()
    runner = PooledRunner()
    try:
        graded = grading.Grading(problem, runner, tmp_path, lambda: started.append(1))
        kind = part("kinds").kinds(problem)[0]
        assert graded.fault(1, kind) is None
        fault = graded.fault(2, replace(kind, ending=(Verdict.WRONG_VALUE, ""), once=True))
    finally:
        runner.close()
    assert fault is not None
    assert fault.startswith('soak-2 (classes.py), "One head": accepted  for wrong_value ')
    assert len(started) == 2


@pytest.mark.full
def test_a_short_soak() -> None:
    # Few enough kills that no run meets two, which is when the grader gives it up.
    options = ["--submissions", "60", "--kill-every", "20", "--seed", "4"]
    command = [sys.executable, str(SCRIPT), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "no fault" in done.stdout
    assert "killed: " in done.stdout
