"""The machine that the figures belong to."""

from __future__ import annotations

import os
import platform
import sys

import numpy as np

_BUSY_SHARE = 0.5


def processors() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0))


def describe() -> dict[str, str]:
    """Kernel, processor, Python, NumPy and user."""
    return {
        "kernel": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": f"{_model()}, {processors()} to use",
        "Python": sys.version.split()[0],
        "NumPy": np.__version__,
        "user": "root" if os.geteuid() == 0 else "ordinary",
    }


def load() -> float:
    """Processes that ran or waited to, averaged over the last minute."""
    return os.getloadavg()[0]


def is_busy(load_before: float) -> bool:
    """Whether others used the machine when the measurement began: absolute figures are then too
    large, and only ratios say something.
    """
    return load_before > _BUSY_SHARE * processors()


def steal_ticks() -> tuple[int, int]:
    """Of all processors since the start: ticks that the hypervisor took away, and all ticks."""
    with open("/proc/stat", encoding="ascii") as file:
        ticks = [int(field) for field in file.readline().split()[1:9]]
    return ticks[7], sum(ticks)


def _model() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()
