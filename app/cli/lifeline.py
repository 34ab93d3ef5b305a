"""A child process that must not outlive its parent.

The parent holds one end of a socket pair, the child the other.  Whatever way the parent ends, the
kernel closes its end, and the child that waits for that ends too.  On Linux PR_SET_PDEATHSIG
(prctl(2)) does the same from within the kernel, also for a child that is stopped or busy.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
import threading
from contextlib import suppress

READY = b"r"
_PR_SET_PDEATHSIG = 1


class Lifeline:
    """The child's end."""

    def __init__(self, descriptor: int) -> None:
        """Follow the parent that holds the other end of the socket ``descriptor`` from now on."""
        self._socket = socket.socket(fileno=descriptor)
        self._socket.set_inheritable(False)
        if sys.platform == "linux":
            # A failure is no fault: the thread below does it, only later.
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
        threading.Thread(target=self._wait, name="lifeline", daemon=True).start()

    def ready(self) -> None:
        """Tell the parent that this process has begun its work."""
        self._socket.sendall(READY)

    def _wait(self) -> None:
        """The parent never writes: what ends the wait is its end."""
        with suppress(ConnectionError):
            self._socket.recv(1)
        os._exit(1)
