"""The CPU time of another process, read without its help; clock_getcpuclockid(3)."""

from __future__ import annotations

import time

_SCHEDULER_CLOCK = 2


class CpuClock:
    """Of the process behind a pidfd, which the caller keeps from being reaped while it reads."""

    def __init__(self, pidfd: int) -> None:
        """Raises ``OSError`` without /proc and ``ProcessLookupError`` when the process is gone."""
        with open(f"/proc/self/fdinfo/{pidfd}", encoding="ascii") as info:
            fields = dict(line.split(":", 1) for line in info if ":" in line)
        process_id = int(fields["Pid"])
        if process_id <= 0:
            raise ProcessLookupError("the process has ended")
        self._clock = (~process_id << 3) | _SCHEDULER_CLOCK

    def seconds(self) -> float | None:
        """None once the process has ended and been reaped."""
        try:
            return time.clock_gettime(self._clock)
        except OSError:
            return None
