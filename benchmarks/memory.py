"""Memory of the processes below this one, from ``/proc/PID/smaps_rollup``; proc_pid_smaps(5)."""

from __future__ import annotations

import os
from contextlib import suppress

from sandbox.protocol import Value

_FIELDS = {"Rss": "resident", "Pss": "proportional", "Private_Dirty": "private"}


def of_descendants() -> list[Value]:
    """Of each that may be looked at how deep below this process it is, and its KiB."""
    found: list[Value] = []
    for process_id, depth in _below(os.getpid(), 1):
        with suppress(OSError):
            found.append({"depth": depth, **_kib(process_id)})
    return found


def _below(process_id: int, depth: int) -> list[tuple[int, int]]:
    """Id and depth of each process that descends from this one."""
    found = []
    for child in _children(process_id):
        found += [(child, depth), *_below(child, depth + 1)]
    return found


def _children(process_id: int) -> list[int]:
    found = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError), open(f"/proc/{entry}/stat", encoding="utf-8") as file:
            # The name, which is in parentheses, may hold spaces.
            if int(file.read().rpartition(")")[2].split()[1]) == process_id:
                found.append(int(entry))
    return found


def _kib(process_id: int) -> dict[str, Value]:
    with open(f"/proc/{process_id}/smaps_rollup", encoding="ascii") as file:
        lines = (line.split(":") for line in file if line.count(":") == 1)
        return {_FIELDS[key]: int(text.split()[0]) for key, text in lines if key in _FIELDS}
