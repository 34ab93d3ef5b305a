"""What there is of this process and those below it: descriptors, memory, the tree.  Linux only."""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress
from dataclasses import dataclass

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_PR_SET_CHILD_SUBREAPER = 36
_PPID, _START = 1, 19
"""Fields of /proc/pid/stat after the command, see proc(5)."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process below this one, so many steps (``depth``), told from others of its id by when it
    started, in clock ticks.
    """

    process_id: int
    started: int
    depth: int
    ended: bool

    def memory_bytes(self) -> int:
        """Resident; 0 when it is gone."""
        return _memory_bytes(self.process_id)

    def descriptors(self) -> int:
        """Open ones; 0 when it is gone."""
        return _descriptors(self.process_id)

    def kill(self) -> bool:
        """SIGKILL, if it is still below us: False otherwise."""
        try:
            handle = os.pidfd_open(self.process_id)
        except ProcessLookupError:
            return False
        try:
            # From here on its id can belong to no other.
            if (self.process_id, self.started) not in {(p.process_id, p.started) for p in below()}:
                return False
            signal.pidfd_send_signal(handle, signal.SIGKILL)
        except ProcessLookupError:
            return False
        finally:
            os.close(handle)
        return True


def adopt_orphans() -> None:
    """Let a process below us whose parent ends become our child: so none escapes the census."""
    if ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl(PR_SET_CHILD_SUBREAPER)")


def below() -> list[Process]:
    """All processes below this one, nearest first."""
    children: dict[int, list[tuple[int, int, bool]]] = {}
    for name in os.listdir("/proc"):
        with suppress(OSError, ValueError):
            process_id = int(name)
            with open(f"/proc/{process_id}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            child = (process_id, int(fields[_START]), fields[0] in "ZX")
            children.setdefault(int(fields[_PPID]), []).append(child)
    found: list[Process] = []
    parents = [os.getpid()]
    for depth in range(1, 100):
        level = [
            Process(*child[:2], depth, child[2]) for p in parents for child in children.get(p, ())
        ]
        if not level:
            break
        found += level
        parents = [process.process_id for process in level]
    return found


def reap(process: Process) -> None:
    """Take the end of an adopted child, so that it does not stay a zombie."""
    with suppress(ChildProcessError):
        os.waitpid(process.process_id, os.WNOHANG)


def own_memory_bytes() -> int:
    """Resident memory of this process."""
    return _memory_bytes(os.getpid())


def own_descriptors() -> int:
    """Open descriptors of this process."""
    return _descriptors(os.getpid())


def _memory_bytes(process_id: int) -> int:
    with suppress(OSError), open(f"/proc/{process_id}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * _PAGE_BYTES
    return 0


def _descriptors(process_id: int) -> int:
    with suppress(OSError):
        return len(os.listdir(f"/proc/{process_id}/fd"))
    return 0
