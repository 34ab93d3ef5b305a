"""What grows: samples of descriptors and memory, taken while nothing runs."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field

from benchmarks.soaking.census import Process, below, own_descriptors, own_memory_bytes

MOST_MIB = 8.0
MOST_DESCRIPTORS = 4.0
"""More growth than this is a fault.  Memory is never quite still; one descriptor for each kill or
run is soon more.
"""

_SECONDS_TO_SETTLE = 5.0
_MIB = 2**20


@dataclass(slots=True)
class Series:
    """Samples of one process, in order."""

    mib: list[float] = field(default_factory=list)
    descriptors: list[float] = field(default_factory=list)

    def add(self, memory_bytes: int, descriptors: int) -> None:
        if memory_bytes:
            self.mib.append(memory_bytes / _MIB)
            self.descriptors.append(descriptors)


class Growth:
    """This process, and each zygote as long as it lives."""

    def __init__(self, child_depth: int) -> None:
        self._child_depth = child_depth
        self.own = Series()
        self._zygotes: dict[tuple[int, int], Series] = {}

    def sample(self) -> str:
        """Wait until at most the spare children are left, then look.  A line for people."""
        zygotes = [p for p in self._settled() if p.depth < self._child_depth and not p.ended]
        for process in zygotes:
            series = self._zygotes.setdefault((process.process_id, process.started), Series())
            series.add(process.memory_bytes(), process.descriptors())
        self.own.add(own_memory_bytes(), own_descriptors())
        return (
            f"{self.own.mib[-1]:.0f} MiB, {self.own.descriptors[-1]:.0f} descriptors;"
            f" {len(zygotes)} processes of zygotes"
        )

    def _settled(self) -> list[Process]:
        """All below us, once no zygote has more than its spare child."""
        deadline = time.monotonic() + _SECONDS_TO_SETTLE
        while True:
            processes = below()
            zygotes = sum(p.depth == self._child_depth - 1 and not p.ended for p in processes)
            children = sum(p.depth == self._child_depth and not p.ended for p in processes)
            if children <= zygotes or time.monotonic() > deadline:
                return processes
            time.sleep(0.02)

    def faults(self) -> list[str]:
        """What grew by more than it may."""
        rows = [("this process", "MiB", grown(self.own.mib), MOST_MIB)]
        rows += [("this process", "descriptors", grown(self.own.descriptors), MOST_DESCRIPTORS)]
        for (process_id, _), series in self._zygotes.items():
            rows += [(f"zygote {process_id}", "MiB", grown(series.mib), MOST_MIB)]
            descriptors = grown(series.descriptors)
            rows += [(f"zygote {process_id}", "descriptors", descriptors, MOST_DESCRIPTORS)]
        return [f"{who} grew by {by:.1f} {what}" for who, what, by, most in rows if by > most]

    def summary(self) -> list[str]:
        """For people."""
        old = [series for series in self._zygotes.values() if len(series.mib) > 3]
        own = (grown(self.own.mib), grown(self.own.descriptors))
        lines = [f"this process in the second half: {own[0]:+.2f} MiB, {own[1]:+.2f} descriptors"]
        if old:
            most_mib = max(grown(series.mib) for series in old)
            most_descriptors = max(grown(series.descriptors) for series in old)
            lines.append(
                f"{len(old)} processes of zygotes of four samples and more: at most"
                f" {most_mib:+.2f} MiB, {most_descriptors:+.2f} descriptors"
            )
        return lines


def grown(samples: list[float]) -> float:
    """By how much the line of least squares through the second half of the samples rises."""
    half = samples[len(samples) // 2 :]
    if len(half) < 2:
        return 0.0
    return statistics.linear_regression(range(len(half)), half).slope * (len(half) - 1)
