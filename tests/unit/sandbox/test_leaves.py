"""One leaf for each zygote where a cgroup is delegated; and nothing, with the reason, elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox import leaves
from sandbox.confine import cgroup, delegation
from tests.unit.sandbox.confine.cgroup_tree import Tree

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="asks for processes by number")

GONE = 4_200_000
"""No system has a process of this number."""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    leaves._parent.cache_clear()
    yield
    leaves._parent.cache_clear()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tree:
    return Tree(tmp_path / "tree", monkeypatch)


@pytest.fixture
def parent(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> Path:
    parent = tree.add("grader.service")
    tree.put(parent, GONE)
    monkeypatch.setattr(delegation, "find", lambda: parent)
    return parent


def names(parent: Path) -> set[str]:
    return {path.name for path in parent.iterdir() if path.is_dir()}


def test_each_zygote_has_a_leaf_until_it_is_removed(parent: Path) -> None:
    first, second = leaves.enclose(GONE + 1, 1), leaves.enclose(GONE + 2, 1)
    assert first is not None
    assert second is not None
    groups = sorted(map(cgroup.processes, parent.glob("zygote-*")))
    assert groups == [[GONE + 1], [GONE + 2]]
    assert first.remove()
    assert second.remove()
    assert names(parent) == {"main"}


def test_the_cgroup_is_made_ready_once(tree: Tree, parent: Path) -> None:
    leaves.enclose(GONE + 1, 1)
    leaves.enclose(GONE + 2, 1)
    written = [name for name, _ in tree.written]
    assert written.count("grader.service/cgroup.subtree_control") == 1


def test_a_process_that_is_gone_leaves_no_leaf(tree: Tree, parent: Path) -> None:
    assert leaves.enclose(GONE + 1, 1) is not None
    tree.refuse["cgroup.procs"] = [ProcessLookupError("gone")]
    assert leaves.enclose(GONE + 2, 1) is None
    assert len(names(parent)) == 2


def test_elsewhere_there_is_none_and_the_reason_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def find() -> Path:
        asked.append(1)
        raise delegation.NotDelegated("no systemd here")

    monkeypatch.setattr(delegation, "find", find)
    assert leaves.enclose(GONE, 1) is None
    with pytest.raises(leaves.NotUsed, match="no systemd here"):
        leaves.check()
    assert asked == [1]


def test_a_check_leaves_nothing(parent: Path) -> None:
    leaves.check()
    assert names(parent) == {"main"}


def test_a_check_tells_what_fails(tree: Tree, parent: Path) -> None:
    tree.refuse["memory.max"] = [PermissionError("no such luck")]
    with pytest.raises(leaves.NotUsed, match="no such luck"):
        leaves.check()
    assert names(parent) == {"main"}


def test_what_dead_owners_left_is_swept_and_nothing_else(tree: Tree, parent: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
        kept = {f"zygote-{living.pid}-0", "zygote-of-another", "other"}
        for name in (*kept, f"zygote-{GONE}-0", f"zygote-{os.getpid()}-7"):
            tree.add(f"{parent.name}/{name}")
        tree.put(parent / f"zygote-{GONE}-0", GONE + 1)
        leaves.check()
        assert names(parent) == {*kept, "main"}
        living.communicate(b"\n")
