"""One supervised process: started, watched, started again."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from app.cli import own_group
from app.cli.lifeline import READY

STEADY_SECONDS = 10.0
"""A process that lived this long ended for a new reason: the pauses begin anew."""
FIRST_PAUSE_SECONDS = 0.1
LONGEST_PAUSE_SECONDS = 30.0
MOST_DOUBLINGS = 10


class Supervised:
    """A child process of this one; ``command`` is completed by ``--lifeline`` and its descriptor.

    Times are monotonic, in seconds, given by the caller.  To be started by the main thread: a child
    ends with the thread that started it.  ``proven`` is whether it has been ready at any time: then
    it can work here, and whatever ended it may pass.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: Mapping[str, str],
        *,
        inherited: Sequence[int] = (),
    ) -> None:
        self.name = name
        self.ready = False
        self.proven = False
        self.failed_starts = 0
        self.due_at = 0.0
        self._command = list(command)
        self._environment = dict(environment)
        self._inherited = list(inherited)
        self._process: subprocess.Popen[bytes] | None = None
        self._lifeline: socket.socket | None = None
        self._started_at = 0.0
        self._quick_ends = 0

    @property
    def running(self) -> bool:
        return self._process is not None

    @property
    def lifeline(self) -> socket.socket:
        """Readable when the child has something to say or has ended; only while ``running``."""
        assert self._lifeline is not None
        return self._lifeline

    def start(self, now: float) -> None:
        """Start it; it must not be running.  Raises OSError."""
        ours, theirs = socket.socketpair()
        with ExitStack() as undo:
            undo.callback(ours.close)
            undo.enter_context(theirs)
            self._process = own_group.start(
                [*self._command, "--lifeline", str(theirs.fileno())],
                self._environment,
                [theirs.fileno(), *self._inherited],
            )
            undo.pop_all()
            theirs.close()
        self._lifeline, self._started_at, self.ready = ours, now, False

    def hear(self) -> bool:
        """Read the lifeline; True when the child has just said that it is ready."""
        if self.lifeline.recv(1) != READY:
            return False
        self.ready = self.proven = True
        return True

    def ended(self, now: float) -> str | None:
        """How the child ended, once, and when it is due again; None while it runs."""
        if self._process is None or self._process.poll() is None:
            return None
        code = self._process.returncode
        self.lifeline.close()
        self._process = self._lifeline = None
        self.failed_starts += not self.ready
        steady = now - self._started_at >= STEADY_SECONDS
        self._quick_ends = 0 if steady else self._quick_ends + 1
        self.due_at = now + _pause(self._quick_ends)
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"

    def ask(self) -> None:
        """Ask it to end; does nothing when it has."""
        if self._process is not None:
            self._process.send_signal(own_group.ASK)

    def kill(self) -> None:
        """End it; does nothing when it has ended."""
        if self._process is not None:
            self._process.kill()


def _pause(quick_ends: int) -> float:
    doublings = min(max(quick_ends - 1, 0), MOST_DOUBLINGS)
    return min(FIRST_PAUSE_SECONDS * 2.0**doublings, LONGEST_PAUSE_SECONDS)
