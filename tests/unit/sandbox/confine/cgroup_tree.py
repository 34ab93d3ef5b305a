"""A tree of cgroups in an ordinary directory, which obeys writes as the kernel does.

Process numbers that no system has stand for processes: none is ever signalled.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from sandbox.confine import cgroup, delegation

_FILES = {
    "cgroup.controllers": "cpu memory pids",
    "cgroup.events": "populated 0\nfrozen 0\n",
    "cgroup.kill": "",
    "cgroup.procs": "",
    "cgroup.subtree_control": "",
    "memory.events": "low 0\nhigh 0\nmax 0\noom 0\noom_kill 0\n",
    "memory.max": "max",
    "memory.swap.max": "max",
    "pids.max": "max",
}


class Tree:
    """``refuse`` holds errors to raise for the next writes to files of a name, in turn."""

    def __init__(self, root: Path, patch: pytest.MonkeyPatch) -> None:
        self.root = root
        self.files = set(_FILES)
        self.marks: dict[Path, dict[str, bytes]] = {}
        self.refuse: dict[str, list[OSError]] = {}
        self.written: list[tuple[str, str]] = []
        self.after_write: Callable[[Path], None] = lambda file: None
        patch.setattr(cgroup, "write", self._write)
        patch.setattr(delegation, "write", self._write)
        patch.setattr(Path, "mkdir", self._mkdir(Path.mkdir))
        patch.setattr(Path, "rmdir", self._rmdir(Path.rmdir))
        root.mkdir(exist_ok=True)

    def add(self, name: str, **marks: bytes) -> Path:
        path = self.root / name
        path.mkdir(parents=True, exist_ok=True)
        self.marks[path] = {f"{key}.delegate": value for key, value in marks.items()}
        return path

    def getxattr(self, path: Path, name: str) -> bytes:
        try:
            return self.marks[path][name]
        except KeyError:
            raise OSError(errno.ENODATA, "no such attribute", str(path)) from None

    def put(self, path: Path, *process_ids: int) -> None:
        """Processes born there."""
        (path / "cgroup.procs").write_text("".join(f"{each}\n" for each in process_ids))
        (path / "cgroup.events").write_text(f"populated {int(bool(process_ids))}\nfrozen 0\n")

    def own(self, name: str) -> tuple[Path, Path]:
        """As of /proc: this process is in the cgroup ``name``."""
        folder = self.root.parent
        (folder / "cgroup").write_text(f"9:name=systemd:/\n0::/{name}\n")
        mounts = (
            "31 23 0:28 / /sys rw - sysfs sysfs rw\n"
            "32 31 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
            f"41 31 0:38 / {str(self.root).replace(' ', chr(92) + '040')} rw,nosuid shared:4"
            " - cgroup2 cgroup2 rw\n"
        )
        (folder / "mountinfo").write_text(mounts)
        return folder / "cgroup", folder / "mountinfo"

    def _write(self, file: Path, text: str) -> None:
        if errors := self.refuse.get(file.name):
            raise errors.pop(0)
        self.written.append((str(file.relative_to(self.root)), text))
        if file.name == "cgroup.procs":
            self._move(int(text), file.parent)
        elif file.name == "cgroup.kill":
            self.put(file.parent)
        elif file.name == "cgroup.subtree_control" and cgroup.processes(file.parent):
            raise OSError(errno.EBUSY, "processes of its own", str(file))
        else:
            file.write_text(text)
        self.after_write(file)

    def _move(self, process_id: int, target: Path) -> None:
        for procs in self.root.rglob("cgroup.procs"):
            there = [each for each in cgroup.processes(procs.parent) if each != process_id]
            self.put(procs.parent, *there)
        self.put(target, *cgroup.processes(target), process_id)

    def _mkdir(self, mkdir: Callable[..., None]) -> Callable[..., None]:
        def make(path: Path, *arguments: object, **options: object) -> None:
            new = not path.exists()
            mkdir(path, *arguments, **options)
            if new and path.is_relative_to(self.root):
                for name in self.files:
                    (path / name).write_text(_FILES[name])

        return make

    def _rmdir(self, rmdir: Callable[[Path], None]) -> Callable[[Path], None]:
        def remove(path: Path) -> None:
            if "populated 1" in (path / "cgroup.events").read_text():
                raise OSError(errno.EBUSY, "processes live there", str(path))
            for name in _FILES:
                (path / name).unlink(missing_ok=True)
            rmdir(path)

        return remove
