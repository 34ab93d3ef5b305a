"""A zygote and its children as one group with bounds in common: a leaf of the kernel's cgroup v2
tree (Documentation/admin-guide/cgroup-v2.rst).

Beside the limits of each process, not in their place.  Only beneath a cgroup that was handed to
us, see ``delegation``.
"""

from __future__ import annotations

import os
import select
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

PROCESSES = "cgroup.procs"

_OWN_MEMORY_BYTES = 256 << 20
_CHILDREN_WITH_MEMORY = 2
"""One that runs, and one that has not quite died."""

_MOST_PROCESSES = 16
_SECONDS_TO_EMPTY = 5.0
_EVENTS_BYTES = 4096


def write(file: Path, text: str) -> None:
    """One write(2): the kernel takes each as a command.  Raises ``OSError``."""
    file.write_text(text, encoding="ascii")


def processes(cgroup: Path) -> list[int]:
    """Raises ``OSError``.  0 stands for one that this process cannot see."""
    return [int(line) for line in (cgroup / PROCESSES).read_text(encoding="ascii").split()]


class Leaf:
    """A cgroup without cgroups beneath it."""

    def __init__(self, path: Path) -> None:
        """One that is there, see ``make``."""
        self._path = path
        self._memory_bytes = 0
        self._events = (0, 0)

    @classmethod
    def make(cls, path: Path, memory_bytes: int) -> Self:
        """A new one, for children of ``memory_bytes`` each.  Raises ``OSError``; no leaf then."""
        path.mkdir()
        leaf = cls(path)
        try:
            write(path / "pids.max", str(_MOST_PROCESSES))
            # There is no such file where the kernel does not account for swap.
            if (path / "memory.swap.max").exists():
                write(path / "memory.swap.max", "0")
            leaf.allow(memory_bytes)
        except OSError:
            leaf.remove()
            raise
        return leaf

    def add(self, process_id: int) -> None:
        """Move a process here; its children will be born here.  Raises ``OSError``."""
        write(self._path / PROCESSES, str(process_id))

    def allow(self, memory_bytes: int) -> None:
        """Make room for children of ``memory_bytes`` each; what there is never shrinks.

        Raises ``OSError``.
        """
        if memory_bytes > self._memory_bytes:
            most = _OWN_MEMORY_BYTES + _CHILDREN_WITH_MEMORY * memory_bytes
            write(self._path / "memory.max", str(most))
            self._memory_bytes = memory_bytes

    def has_killed(self) -> bool:
        """Whether the kernel, since this was asked last, killed a process for this leaf's bound.

        Killed for want of memory in the whole machine, or in a cgroup above, is not that: it counts
        here as oom_kill alone.
        """
        try:
            events = _numbers((self._path / "memory.events").read_text(encoding="ascii"))
        except OSError:
            return False
        before, self._events = self._events, (events.get("oom", 0), events.get("oom_kill", 0))
        return all(now > then for now, then in zip(self._events, before, strict=True))

    def remove(self) -> bool:
        """Kill what is left in it, wait for its end and be gone; whether that went well."""
        try:
            self._kill()
            _await_empty(self._path / "cgroup.events")
            self._path.rmdir()
        except OSError:
            return not self._path.exists()
        return True

    def _kill(self) -> None:
        at_once = self._path / "cgroup.kill"
        if at_once.exists():  # since Linux 5.14
            write(at_once, "1")
            return
        for process_id in filter(None, processes(self._path)):
            with suppress(ProcessLookupError):
                os.kill(process_id, signal.SIGKILL)


def _numbers(text: str) -> dict[str, int]:
    """A "flat keyed" file: a name and a number on each line."""
    return {name: int(number) for name, number in (line.split() for line in text.splitlines())}


def _await_empty(events: Path) -> None:
    """Until no process lives there, or for a few seconds.  Raises ``OSError``."""
    deadline = time.monotonic() + _SECONDS_TO_EMPTY
    with events.open("rb", buffering=0) as file:
        poll = select.poll()
        poll.register(file, select.POLLPRI)
        while b"populated 1" in os.pread(file.fileno(), _EVENTS_BYTES, 0):
            left = deadline - time.monotonic()
            if left <= 0:
                return
            poll.poll(left * 1000)
