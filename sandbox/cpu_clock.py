"""The CPU time of another process, and its time in the queue for a processor, read without its
help; clock_getcpuclockid(3), the kernel's Documentation/scheduler/sched-stats.rst.
"""

from __future__ import annotations

import os
import time

_SCHEDULER_CLOCK = 2
_MAX_STATISTICS_BYTES = 100


class CpuClock:
    """Of the process behind a pidfd, which the caller keeps from being reaped while it reads."""

    def __init__(self, pidfd: int) -> None:
        """Raises ``OSError`` without /proc and ``ProcessLookupError`` when the process is gone."""
        with open(f"/proc/self/fdinfo/{pidfd}", encoding="ascii") as info:
            fields = dict(line.split(":", 1) for line in info if ":" in line)
        self.process_id = int(fields["Pid"])
        """As this process's own process namespace has it."""
        if self.process_id <= 0:
            raise ProcessLookupError("the process has ended")
        self._clock = (~self.process_id << 3) | _SCHEDULER_CLOCK
        self._statistics = f"/proc/{self.process_id}/schedstat"

    def seconds(self) -> float | None:
        """None once the process has ended and been reaped."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return None

    def queued_seconds(self) -> float:
        """Time in which the first thread could have run but had no processor; 0 where the kernel
        does not say.

        A wait that is not over counts once it is.
        """
        try:
            _, queued_ns, _ = _read(self._statistics).split()
            return int(queued_ns) / 1e9
        except (OSError, ValueError):
            return 0.0


def _read(path: str) -> bytes:
    """All of a small file, at a sixth of what ``open`` costs: it is read for every run."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        return os.read(descriptor, _MAX_STATISTICS_BYTES)
    finally:
        os.close(descriptor)
