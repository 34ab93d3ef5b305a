"""What is written to a leaf, and what its events are taken for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.confine import cgroup
from sandbox.confine.cgroup import Leaf
from tests.unit.sandbox.confine.cgroup_tree import Tree

MIB = 2**20

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="reads files with pread")


@pytest.fixture
def path(tree: Tree) -> Path:
    return tree.root / "leaf"


def test_a_leaf_has_bounds_before_anything_is_in_it(tree: Tree, path: Path) -> None:
    leaf = Leaf.make(path, 100 * MIB)
    leaf.add(4_200_000)
    assert tree.written == [
        ("leaf/pids.max", "16"),
        ("leaf/memory.swap.max", "0"),
        ("leaf/memory.max", str(456 * MIB)),
        ("leaf/cgroup.procs", "4200000"),
    ]


def test_a_kernel_that_does_not_account_for_swap(tree: Tree, path: Path) -> None:
    tree.files.remove("memory.swap.max")
    Leaf.make(path, MIB)
    assert [name for name, _ in tree.written] == ["leaf/pids.max", "leaf/memory.max"]


def test_the_bound_grows_with_what_children_may_use_and_never_shrinks(
    tree: Tree, path: Path
) -> None:
    leaf = Leaf.make(path, 100 * MIB)
    for each in (50, 100, 200, 150):
        leaf.allow(each * MIB)
    assert [text for name, text in tree.written if name == "leaf/memory.max"] == [
        str(456 * MIB),
        str(656 * MIB),
    ]


def test_a_leaf_that_cannot_be_bounded_is_not_left(tree: Tree, path: Path) -> None:
    tree.refuse["memory.max"] = [PermissionError("no")]
    with pytest.raises(PermissionError):
        Leaf.make(path, MIB)
    assert not path.exists()


def test_a_name_that_is_taken(path: Path) -> None:
    Leaf.make(path, MIB)
    with pytest.raises(FileExistsError):
        Leaf.make(path, MIB)
    assert path.exists()


@pytest.mark.parametrize(
    ("events", "killed"),
    [
        ([(0, 0)], [False]),
        ([(1, 1)], [True]),
        ([(1, 1), (1, 1), (2, 3)], [True, False, True]),
        ([(0, 1)], [False]),  # by a bound above, or the whole machine's
        ([(1, 0), (1, 1)], [False, False]),
    ],
)
def test_only_a_kill_for_its_own_bound_counts(
    path: Path, events: list[tuple[int, int]], killed: list[bool]
) -> None:
    leaf, seen = Leaf.make(path, MIB), []
    for oom, oom_kill in events:
        (path / "memory.events").write_text(f"low 0\nmax 7\noom {oom}\noom_kill {oom_kill}\n")
        seen.append(leaf.has_killed())
    assert seen == killed


def test_events_that_are_gone_say_nothing(path: Path) -> None:
    leaf = Leaf.make(path, MIB)
    (path / "memory.events").unlink()
    assert not leaf.has_killed()


def test_a_removed_leaf_is_gone_with_all_that_lived_there(tree: Tree, path: Path) -> None:
    leaf = Leaf.make(path, MIB)
    leaf.add(4_200_000)
    assert leaf.remove()
    assert tree.written[-1] == ("leaf/cgroup.kill", "1")
    assert not path.exists()
    assert leaf.remove()


def test_an_older_kernel_kills_one_by_one(tree: Tree, path: Path) -> None:
    tree.files.remove("cgroup.kill")
    leaf = Leaf.make(path, MIB)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        leaf.add(process.pid)
        (path / "cgroup.events").write_text("populated 0\n")
        assert leaf.remove()
        assert process.wait() == -9
    assert not path.exists()


def test_one_that_does_not_empty_in_time_is_left(
    tree: Tree, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup, "_SECONDS_TO_EMPTY", 0.01)
    leaf = Leaf.make(path, MIB)
    leaf.add(4_200_000)
    tree.after_write = lambda file: tree.put(path, 4_200_000)
    assert not leaf.remove()
    assert path.exists()


def test_the_processes_of_a_cgroup(tree: Tree, path: Path) -> None:
    path.mkdir()
    assert cgroup.processes(path) == []
    tree.put(path, os.getpid(), 0)
    assert cgroup.processes(path) == [os.getpid(), 0]
