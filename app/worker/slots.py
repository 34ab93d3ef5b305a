"""A fixed number of threads, each grading one submission at a time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue

from app.domain.claim import Claimed

log = logging.getLogger(__name__)


class Slots:
    """Threads that live as long as the process.

    They are daemons, so that one stuck in a long test cannot hold up the end.  The sandbox does not
    tie them down: its warm processes belong to the pool, whichever thread started them, and end
    with their connection to it.  The signal on a parent's death is asked for behind that connection
    alone, by processes whose parent has a single thread.
    """

    def __init__(
        self, count: int, work: Callable[[Claimed], None], done: Callable[[], None]
    ) -> None:
        self._work = work
        self._done = done
        self._given: SimpleQueue[Claimed] = SimpleQueue()
        self._lock = threading.Lock()
        self._free = count
        self._held: dict[str, Claimed] = {}
        for number in range(count):
            threading.Thread(target=self._run, name=f"slot-{number}", daemon=True).start()

    def free(self) -> bool:
        """Whether ``give`` would be taken up at once."""
        with self._lock:
            return self._free > 0

    def give(self, claimed: Claimed) -> None:
        """Hand a claim to a thread."""
        with self._lock:
            self._free -= 1
            self._held[claimed.submission.id] = claimed
        self._given.put(claimed)

    def held(self) -> list[Claimed]:
        """The claims being worked on."""
        with self._lock:
            return list(self._held.values())

    def wait_idle(self, seconds: float, pause: float = 0.01) -> bool:
        """Wait until nothing is worked on; False when the time is over first."""
        deadline = time.monotonic() + seconds
        while self.held():
            if time.monotonic() >= deadline:
                return False
            time.sleep(pause)
        return True

    def _run(self) -> None:
        while True:
            claimed = self._given.get()
            try:
                self._work(claimed)
            except Exception:
                # The lease ends by itself, and then the submission is queued again.
                log.exception("submission %s: grading broke off", claimed.submission.id)
            with self._lock:
                del self._held[claimed.submission.id]
                self._free += 1
            self._done()
