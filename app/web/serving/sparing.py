"""Keeps the log short, whatever strangers send."""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable

_EXHAUSTED = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


class Sparing(logging.Filter):
    """Lets the same warning through once in ``seconds``; other errors always.

    ``clock`` is monotonic, in seconds.  That no connection can be accepted counts as a warning, and
    its traceback, which asyncio repeats for each, says nothing: it is left out.
    """

    def __init__(self, clock: Callable[[], float], seconds: float = 60.0) -> None:
        super().__init__()
        self._clock = clock
        self._seconds = seconds
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, OSError) and error.errno in _EXHAUSTED:
            record.msg, record.args, record.exc_info = f"cannot accept: {error.strerror}", (), None
        elif record.levelno > logging.WARNING:
            return True
        return self._due(str(record.msg))

    def _due(self, message: str) -> bool:
        now = self._clock()
        if now - self._last.get(message, -self._seconds) < self._seconds:
            return False
        self._last[message] = now
        return True
