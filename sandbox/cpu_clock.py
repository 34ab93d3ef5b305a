"""The CPU time of another process, and its time in the queue for a processor, read without its
help; clock_getcpuclockid(3), the kernel's Documentation/scheduler/sched-stats.rst.
"""

from __future__ import annotations

import time
from pathlib import Path

_SCHEDULER_CLOCK = 2


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
        self._statistics = Path(f"/proc/{self.process_id}/schedstat")

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
            _, queued_ns, _ = self._statistics.read_bytes().split()
        except (OSError, ValueError):
            return 0.0
        return int(queued_ns) / 1e9
