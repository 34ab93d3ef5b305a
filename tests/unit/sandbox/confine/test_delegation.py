"""Which cgroup is ours, and how it is made ready."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from sandbox.confine import cgroup, delegation
from sandbox.confine.delegation import NotDelegated
from tests.unit.sandbox.confine.cgroup_tree import Tree

SERVICE = "system.slice/grader.service"


def find(tree: Tree, own: str) -> Path:
    return delegation.find(*tree.own(own), tree.getxattr)


@pytest.mark.parametrize("mark", ["user", "trusted"])
def test_a_marked_cgroup_is_ours(tree: Tree, mark: str) -> None:
    service = tree.add(SERVICE, **{mark: b"1"})
    assert find(tree, SERVICE) == service


def test_so_is_the_one_above_a_group_of_the_service_itself(tree: Tree) -> None:
    service = tree.add(SERVICE, user=b"1")
    tree.add(f"{SERVICE}/main")
    assert find(tree, f"{SERVICE}/main") == service


@pytest.mark.parametrize("unit", ["init.scope", "app.slice", "other.service"])
def test_a_unit_beneath_a_marked_one_is_not(tree: Tree, unit: str) -> None:
    tree.add("user@1000.service", user=b"1")
    tree.add(f"user@1000.service/{unit}")
    with pytest.raises(NotDelegated, match="has not delegated"):
        find(tree, f"user@1000.service/{unit}")


@pytest.mark.parametrize("marks", [{}, {"user": b"0"}, {"user": b""}])
def test_that_it_can_be_written_to_is_no_delegation(tree: Tree, marks: dict[str, bytes]) -> None:
    tree.add(SERVICE, **marks)
    with pytest.raises(NotDelegated, match="has not delegated"):
        find(tree, SERVICE)


@pytest.mark.parametrize(
    ("offered", "lacking"),
    [("cpu pids", "memory$"), ("memory", "pids$"), ("", "memory and pids$")],
)
def test_both_controllers_must_be_there(tree: Tree, offered: str, lacking: str) -> None:
    (tree.add(SERVICE, user=b"1") / "cgroup.controllers").write_text(offered)
    with pytest.raises(NotDelegated, match=lacking):
        find(tree, SERVICE)


def test_a_tree_that_is_mounted_from_within(tree: Tree) -> None:
    service = tree.add(SERVICE, user=b"1")
    own, mounts = tree.own(f"docker/{SERVICE}")
    mounts.write_text(mounts.read_text().replace("0:38 / ", "0:38 /docker "))
    assert delegation.find(own, mounts, tree.getxattr) == service


@pytest.mark.parametrize(
    ("own", "mounts", "reason"),
    [
        ("4:memory:/a\n", None, "no cgroup of version 2"),
        (None, "32 31 0:29 / /c rw - cgroup cgroup rw,memory\n", "no mounted cgroup tree"),
        (None, "41 31 0:38 /elsewhere /c rw - cgroup2 cgroup2 rw\n", "no mounted cgroup tree"),
        ("0::/../outside\n", None, "no mounted cgroup tree"),
    ],
)
def test_why_there_is_none(tree: Tree, own: str | None, mounts: str | None, reason: str) -> None:
    files = tree.own(SERVICE)
    for file, text in zip(files, (own, mounts), strict=True):
        if text is not None:
            file.write_text(text)
    with pytest.raises(NotDelegated, match=reason):
        delegation.find(*files, tree.getxattr)


def test_a_system_without_cgroups(tmp_path: Path) -> None:
    with pytest.raises(NotDelegated, match="does not tell"):
        delegation.find(tmp_path / "absent", tmp_path / "absent")


def test_before_leaves_have_bounds_all_processes_move_out_of_the_way(tree: Tree) -> None:
    service = tree.add(SERVICE)
    tree.put(service, 4_200_000, 4_200_001)
    delegation.prepare(service)
    assert cgroup.processes(service) == []
    assert cgroup.processes(service / "main") == [4_200_000, 4_200_001]
    assert tree.written[-1] == (f"{SERVICE}/cgroup.subtree_control", "+memory +pids")


def test_where_nobody_is_in_the_way_nothing_is_made(tree: Tree) -> None:
    service = tree.add(SERVICE)
    delegation.prepare(service)
    assert not (service / "main").exists()


def test_a_process_born_meanwhile_moves_too(tree: Tree) -> None:
    service, born = tree.add(SERVICE), [4_200_001]
    tree.put(service, 4_200_000)

    def fork(file: Path) -> None:
        if file.parent.name == "main" and born:
            tree.put(service, born.pop())

    tree.after_write = fork
    delegation.prepare(service)
    assert cgroup.processes(service / "main") == [4_200_000, 4_200_001]


def test_a_process_that_ended_meanwhile_is_no_obstacle(tree: Tree) -> None:
    service = tree.add(SERVICE)
    tree.put(service, 4_200_000)
    tree.refuse["cgroup.procs"] = [ProcessLookupError(errno.ESRCH, "gone")]
    tree.refuse["cgroup.subtree_control"] = [OSError(errno.EBUSY, "not quite gone")]
    delegation.prepare(service)
    assert cgroup.processes(service) == []


@pytest.mark.parametrize(
    ("file", "errors"),
    [
        ("cgroup.subtree_control", [OSError(errno.EBUSY, "busy")] * 5),
        ("cgroup.subtree_control", [PermissionError(errno.EACCES, "no")]),
        ("cgroup.procs", [PermissionError(errno.EACCES, "no")]),
    ],
)
def test_it_is_given_up_with_the_reason(tree: Tree, file: str, errors: list[OSError]) -> None:
    service = tree.add(SERVICE)
    tree.put(service, 4_200_000)
    tree.refuse[file] = errors
    with pytest.raises(NotDelegated, match=f"cannot be used: .*{errors[0].strerror}"):
        delegation.prepare(service)
    assert errors == []
