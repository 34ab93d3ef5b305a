"""When a traced run has had its time."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

_SOONEST = 0.0005


class Deadline:
    """``look_at`` is when to look again, on the clock that is quick to read: a process cannot have
    used more CPU time meanwhile than went by.
    """

    def __init__(self, cpu_seconds: float, on_time: Callable[[], object] | None) -> None:
        self._ends = process_time() + cpu_seconds
        self._on_time = on_time
        self.look_at = float("inf") if on_time is None else 0.0

    def look(self) -> None:
        """Calls ``on_time``, once, when the time is up."""
        left = self._ends - process_time()
        if left > 0:
            self.look_at = perf_counter() + max(left, _SOONEST)
        elif self._on_time is not None:
            on_time, self._on_time = self._on_time, None
            self.look_at = float("inf")
            on_time()
