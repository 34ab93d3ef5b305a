"""The worker's loop: claim, hand to a slot, keep leases alive, sleep."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Protocol

from app.domain.claim import Claimed, LeaseLost
from app.ports import Queue
from app.worker.slots import Slots

LEASE_SECONDS = 30.0
CARE = timedelta(seconds=5)
"""Between two rounds of care; several fit into a lease."""
IDLE_SECONDS = 1.0
BUSY_SECONDS = 0.2
FAULT_SECONDS = 1.0

log = logging.getLogger(__name__)


class Sleeper(Protocol):
    """Sleeps, and returns early when there may be something to do."""

    def sleep(self, seconds: float) -> None: ...

    def nudge(self) -> None: ...


class Worker:
    """Runs in one thread; the grading itself runs in the slots' threads."""

    def __init__(
        self,
        worker_id: str,
        queue: Queue,
        sleeper: Sleeper,
        grade: Callable[[Claimed], None],
        *,
        slots: int,
        clock: Callable[[], datetime],
        stopping: Callable[[], bool],
    ) -> None:
        self._id = worker_id
        self._queue = queue
        self._sleeper = sleeper
        self._clock = clock
        self._stopping = stopping
        self._slots = Slots(slots, grade, sleeper.nudge)
        self._cared_at = clock()

    def run(self, *, grace_seconds: float) -> None:
        """Work until ``stopping``; then let each slot end its test, and give the rest back."""
        while not self._stopping():
            try:
                pause = self._round()
            except Exception:
                log.exception("the worker cannot reach its queue")
                pause = FAULT_SECONDS
            if pause:
                self._sleeper.sleep(pause)
        self._slots.wait_idle(grace_seconds)
        for claimed in self._slots.held():
            with suppress(LeaseLost):
                self._queue.release(claimed)

    def _round(self) -> float:
        """One step; how long to sleep before the next, 0 for not at all."""
        now = self._clock()
        if now - self._cared_at >= CARE:
            self._care(now)
        if not self._slots.free():
            return BUSY_SECONDS
        claimed = self._queue.claim(self._id, now, LEASE_SECONDS)
        if claimed is None:
            return IDLE_SECONDS
        self._slots.give(claimed)
        return 0

    def _care(self, now: datetime) -> None:
        """Extend our leases, and queue again what a dead worker has left."""
        held = [claimed.submission.id for claimed in self._slots.held()]
        if held:
            self._queue.heartbeat(self._id, held, now, LEASE_SECONDS)
        if self._queue.recover(now):
            log.warning("submissions of a lost worker were queued again")
        self._cared_at = now
