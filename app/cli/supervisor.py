"""Keeps processes running until told to stop."""

from __future__ import annotations

import selectors
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from app.cli.own_group import STOP_SIGNALS
from app.cli.supervised import Supervised
from app.errors import TracegradeError

FAILED_STARTS = 3
STOP_SECONDS = 8.0
RETRY_SECONDS = 5.0
TICK_SECONDS = 1.0
"""Every end of a child wakes the loop, but on Windows; the tick is for what was missed."""


class CannotStart(TracegradeError):
    """A process of the server has never begun its work, and ended each time it was started."""


class Supervisor:
    """Runs in the main thread.  ``say`` is told what an administrator should know."""

    def __init__(
        self,
        children: Sequence[Supervised],
        *,
        on_ready: Callable[[Supervised], None],
        say: Callable[[str], None],
    ) -> None:
        self._children = children
        self._on_ready = on_ready
        self._say = say
        self._stop_signals = 0

    def run(self) -> None:
        """Start all, start again what ends, and stop all at one of STOP_SIGNALS.

        What has once been ready is started again for ever, with growing pauses, while the others go
        on.  Raises CannotStart, with all children stopped.
        """
        with self._woken_by_signals() as woken:
            try:
                while not self._stop_signals:
                    now = time.monotonic()
                    for child in self._children:
                        self._care(child, now)
                    self._wait(woken, self._until_due(now))
            finally:
                self._stop(woken)

    def _care(self, child: Supervised, now: float) -> None:
        how = child.ended(now)
        if how is not None:
            self._say(f"the {child.name} process has ended ({how})")
            if child.failed_starts >= FAILED_STARTS and not child.proven:
                raise CannotStart(
                    f"The {child.name} process ended {FAILED_STARTS} times before it was ready",
                    "what it said above tells why",
                )
        if not child.running and now >= child.due_at:
            try:
                child.start(now)
            except OSError as error:
                self._say(f"the {child.name} process cannot be started: {error}")
                child.due_at = now + RETRY_SECONDS

    def _until_due(self, now: float) -> float:
        due = [child.due_at - now for child in self._children if not child.running]
        return max(0.0, min([TICK_SECONDS, *due]))

    def _wait(self, woken: socket.socket, seconds: float) -> None:
        """Until a signal, a child's word, or the time is over."""
        with selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            for child in self._children:
                if child.running and not child.ready:
                    selector.register(child.lifeline, selectors.EVENT_READ, child)
            for key, _ in selector.select(seconds):
                if key.data is None:
                    woken.recv(4096)
                elif key.data.hear():
                    self._on_ready(key.data)

    def _stop(self, woken: socket.socket) -> None:
        """Ask all to end, then wait; kill what takes too long, or at a second signal."""
        asked, begun = self._stop_signals, time.monotonic()
        for child in self._children:
            child.ask()
        while self._running():
            left = begun + STOP_SECONDS - time.monotonic()
            if left <= 0 or self._stop_signals > asked:
                for child in self._children:
                    child.kill()
            self._wait(woken, min(max(left, 0.05), TICK_SECONDS))

    def _running(self) -> bool:
        now = time.monotonic()
        for child in self._children:
            child.ended(now)
        return any(child.running for child in self._children)

    @contextmanager
    def _woken_by_signals(self) -> Iterator[socket.socket]:
        """A socket that becomes readable at each signal this loop cares for."""
        woken, waker = socket.socketpair()
        woken.setblocking(False)
        waker.setblocking(False)
        handlers = dict.fromkeys(STOP_SIGNALS, self._count)
        if sys.platform != "win32":
            handlers[signal.SIGCHLD] = lambda *_: None
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        old = signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
        try:
            yield woken
        finally:
            signal.set_wakeup_fd(old)
            for number, handler in before.items():
                signal.signal(number, handler)
            woken.close()
            waker.close()

    def _count(self, _number: int, _frame: object) -> None:
        self._stop_signals += 1
