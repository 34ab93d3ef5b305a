"""One server for one data folder: a lock on a file in it, of whatever kind the system has."""

from __future__ import annotations

import errno
import os
import sys
import time
from pathlib import Path

from app.errors import TracegradeError

RETRY_SECONDS = 0.05


class FolderInUse(TracegradeError):
    """Another server already uses this data folder; two would grade each other's submissions."""


class FolderUnwritable(TracegradeError):
    """The data folder is there, but nothing can be written into it."""


class FolderLock:
    """Holds the lock from construction until every process that inherited ``fileno()`` is gone.

    flock(2) belongs to the open file, so children that inherit the descriptor keep the lock when
    their parent is killed: the next server starts only when the last process of this one has ended.
    On Windows a lock belongs to a process, and ends with the one that took it.
    """

    def __init__(self, folder: Path, *, wait_seconds: float = 0.0) -> None:
        """Take the lock, waiting for a dying server's last processes; raise FolderInUse or
        FolderUnwritable.
        """
        try:
            self._file = (folder / "server.lock").open("a+", encoding="utf-8")
        except OSError as error:
            raise FolderUnwritable(
                f"No file can be written in the data folder {folder}: {error.strerror}",
                "name a folder that you may write in TRACEGRADE_DATA",
            ) from None
        deadline = time.monotonic() + wait_seconds
        while not _try_lock(self._file.fileno()):
            if time.monotonic() >= deadline:
                raise FolderInUse(
                    f"The data folder {folder} is in use by {self._holder()}",
                    "stop that server, or name another folder in TRACEGRADE_DATA",
                )
            time.sleep(RETRY_SECONDS)
        self._file.truncate(0)
        self._file.write(f"process {os.getpid()}")
        self._file.flush()

    def fileno(self) -> int:
        return self._file.fileno()

    def close(self) -> None:
        """Let this process's hold go."""
        self._file.close()

    def _holder(self) -> str:
        self._file.seek(0)
        holder = self._file.read(64).strip()
        self._file.close()
        return holder or "another server"


if sys.platform == "win32":
    import msvcrt

    _FAR_BYTE = 1 << 30
    """No other process can read what is locked: it lies beyond the text that names the holder."""

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, _FAR_BYTE, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _try_lock(descriptor: int) -> bool:
    try:
        _lock(descriptor)
    except OSError as error:
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            return False
        raise
    return True
