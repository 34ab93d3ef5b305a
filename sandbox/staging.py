"""Pipes that are wide enough for a job, and a job that lies ready in one of the client's own until
its turn comes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from sandbox.frames import Bytes

_PIPE_BYTES = 1 << 16
_MAX_PIPE_BYTES = 1 << 20


def widen(pipe: int, size_bytes: int) -> None:
    """Let a pipe take more at once, where the system allows: fewer switches between processes."""
    import fcntl  # not at the top: Windows has no such module, and imports this one

    if size_bytes > _PIPE_BYTES:
        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, min(size_bytes, _MAX_PIPE_BYTES))


class Staged:
    """Moving it copies nothing, splice(2), so that the child that waits for it waits less.

    Until then no child can read it: a test must not see the arguments of a later one.
    """

    def __init__(self, parts: Sequence[Bytes]) -> None:
        """Raises ``OSError`` for what does not fit into a pipe."""
        self._pipe = -1
        self._left = self._size = sum(map(len, parts))
        self._pipe, write = os.pipe()
        try:
            widen(write, self._left)
            os.set_blocking(write, False)
            if os.writev(write, parts) != self._left:
                raise BlockingIOError("a pipe takes less than the job")
        except OSError:
            self.close()
            raise
        finally:
            os.close(write)

    def move(self, pipe: int) -> bool:
        """Into ``pipe``; False when this system does not let it, and then nothing was moved.

        Raises ``BlockingIOError`` when ``pipe`` takes no more now, and any other ``OSError``.
        """
        try:
            while self._left:
                self._left -= os.splice(self._pipe, pipe, self._left, flags=os.SPLICE_F_NONBLOCK)
        except (BlockingIOError, BrokenPipeError):
            raise
        except OSError:
            if self._left != self._size:
                raise
            return False
        finally:
            if not self._left:
                self.close()
        return True

    def close(self) -> None:
        pipe, self._pipe = self._pipe, -1
        if pipe >= 0:
            os.close(pipe)

    def __del__(self) -> None:
        self.close()
