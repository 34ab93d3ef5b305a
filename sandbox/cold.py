"""A cold Python process without walls, and frames to and from it: all that works on every system.

What it prints goes into a file: of a pipe one could not ask, on every system, what is there by now.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from sandbox import frames, launch
from sandbox.protocol import RunStatus

_PROGRAM = """
import os, sys
names = {"__name__": "entry"}
exec(compile(open(sys.argv[1], "rb").read(), "sandbox/entry.py", "exec"), names)
names["load"](os.path.dirname(sys.argv[1]), sys.argv[2])
from sandbox.unprotected_child import main
main(sys.argv[2])
"""

_READ_BYTES = 1 << 16
_LOOK_SECONDS = 0.05
"""Between two looks at how much has been printed."""

_SECONDS_TO_END = 1.0
"""For the reader to see the pipe's end, which a process started by ours may hold up."""

_NEEDED_BY_WINDOWS = ("SYSTEMROOT", "PATH")
"""Where the libraries are without which neither the interpreter nor NumPy starts."""

_FIRST_CRASH_CODE = 0x8000_0000
"""On Windows, an exit code from here on is the exception that ended the process."""


class Stopped(Exception):
    """The process went over a limit, given as ``status``; it is still to be closed."""

    def __init__(self, status: RunStatus) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """The process has ended, or closed its end of the pipe."""


class ColdProcess:
    """Not to be used by two threads at once."""

    def __init__(self) -> None:
        """Raises ``OSError``.  The interpreter is loading when this returns."""
        self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        path = Path(self._folder.name) / "printed"
        try:
            with path.open("ab") as output:
                self._process = _start(output)
        except OSError:
            self._folder.cleanup()
            raise
        self._printed = path.open("rb")
        self._arrived: SimpleQueue[bytes] = SimpleQueue()
        self._data = bytearray()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def send(self, data: bytes) -> None:
        """Return at once, whenever the process takes it."""
        Thread(target=self._write, args=(data,), daemon=True).start()

    def receive(self, deadline: float, most_bytes: int, most_printed: int) -> bytes:
        """The next frame; ``deadline`` is on the monotonic clock.

        Raises ``Gone``, and ``Stopped`` for a frame or for printing that is too long or for the
        deadline.
        """
        while (length := frames.announced_bytes(self._data)) is None or len(self._data) < length:
            if length is not None and length > most_bytes:
                raise Stopped(RunStatus.RESULT_LIMIT)
            self._data += self._next(deadline, most_printed)
        frame = bytes(self._data[:length])
        del self._data[:length]
        return frame

    def take_printed(self, most_bytes: int) -> bytes:
        """What was printed since the last call, no more than ``most_bytes`` of it."""
        return self._printed.read(most_bytes)

    def ending(self, deadline: float) -> tuple[RunStatus, int | None, int | None]:
        """What the end of the process says, the signal and the exit code.  Raises ``Stopped``."""
        try:
            code = self._process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            raise Stopped(RunStatus.WALL_LIMIT) from None
        if code < 0:
            limited = -code == getattr(signal, "SIGXCPU", None)
            return RunStatus.CPU_LIMIT if limited else RunStatus.CRASHED, -code, None
        if code >= _FIRST_CRASH_CODE:
            return RunStatus.CRASHED, None, code
        return RunStatus.EXITED if code else RunStatus.NO_RESULT, None, code

    def close(self) -> None:
        """End the process; on POSIX also those that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(_SECONDS_TO_END)
        for file in (self._process.stdin, self._process.stdout, self._printed):
            assert file is not None
            with suppress(OSError):
                file.close()
        self._folder.cleanup()

    def _next(self, deadline: float, most_printed: int) -> bytes:
        if self._unread_bytes() > most_printed:
            raise Stopped(RunStatus.OUTPUT_LIMIT)
        left = deadline - time.monotonic()
        if left <= 0:
            raise Stopped(RunStatus.WALL_LIMIT)
        try:
            chunk = self._arrived.get(timeout=min(left, _LOOK_SECONDS))
        except Empty:
            return b""
        if not chunk:
            raise Gone
        return chunk

    def _unread_bytes(self) -> int:
        return os.fstat(self._printed.fileno()).st_size - self._printed.tell()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            while chunk := self._process.stdout.read(_READ_BYTES):
                self._arrived.put(chunk)
        self._arrived.put(b"")

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        rest = memoryview(data)
        with suppress(OSError, ValueError):
            while rest:
                rest = rest[self._process.stdin.write(rest) :]


def _start(output: IO[bytes]) -> subprocess.Popen[bytes]:
    apart: dict[str, Any] = {} if sys.platform == "win32" else {"start_new_session": True}
    needed = {name: os.environ[name] for name in _NEEDED_BY_WINDOWS if name in os.environ}
    return subprocess.Popen(
        [sys.executable, *launch.FLAGS, "-c", _PROGRAM, *launch.paths()],
        env=launch.environment() | (needed if sys.platform == "win32" else {}),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=output,
        bufsize=0,
        cwd=os.path.abspath(os.sep),
        **apart,
    )
