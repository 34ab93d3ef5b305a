"""Resource limits of one child, getrlimit(2).

A child has one process and one thread (seccomp sees to that), so limits per process are exact
totals.
"""

from __future__ import annotations

import math
import resource
from dataclasses import dataclass

from sandbox.policy import RUNS_OF_CPU
from sandbox.protocol import Limits

_STACK_BYTES = 8 << 20
_OPEN_FILES = 64
_MAPPING_SLACK_BYTES = 64 << 20
"""Room in the address space for code and stacks, which are not the learner's data."""


@dataclass(frozen=True, slots=True)
class MemoryInUse:
    """Memory of a process that has loaded what it needs: data and whole address space, in bytes."""

    data_bytes: int
    address_space_bytes: int


def memory_in_use() -> MemoryInUse:
    """Of this process, from proc(5).  Raises ``OSError`` without /proc."""
    with open("/proc/self/status", encoding="ascii", errors="replace") as status:
        fields = dict(line.split(":", 1) for line in status if line.startswith("Vm"))
    data, total = (int(fields[key].split()[0]) * 1024 for key in ("VmData", "VmSize"))
    return MemoryInUse(data, total)


def apply(limits: Limits, before: MemoryInUse) -> None:
    """Set hard and soft limits; ``limits.memory_bytes`` counts from what was in use ``before``.

    RLIMIT_DATA counts private memory exactly; RLIMIT_AS closes what it does not count, such as
    shared anonymous mappings.  RLIMIT_CPU is in whole seconds: a backstop for the watch kept from
    outside.
    """
    bounds = {
        resource.RLIMIT_CPU: math.ceil(RUNS_OF_CPU * limits.cpu_seconds) + 1,
        resource.RLIMIT_DATA: before.data_bytes + limits.memory_bytes,
        resource.RLIMIT_AS: before.address_space_bytes + limits.memory_bytes + _MAPPING_SLACK_BYTES,
        resource.RLIMIT_STACK: _STACK_BYTES,
        resource.RLIMIT_NOFILE: _OPEN_FILES,
        resource.RLIMIT_FSIZE: 0,
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_MEMLOCK: 0,
        resource.RLIMIT_MSGQUEUE: 0,
    }
    for kind, bound in bounds.items():
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            bound = min(bound, hard)
        resource.setrlimit(kind, (bound, bound))
