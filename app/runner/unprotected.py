"""The ``Runner`` without a sandbox, for the code of the person at the command line alone."""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock

from sandbox.protocol import Lane, RunRequest, RunResult, RuntimeInfo
from sandbox.unprotected import UnprotectedBatch


class UnprotectedRunner:
    """Runs in processes with time limits only.  Whoever serves others must not reach this.

    A reference is asked again and again in one process, under a lock: to start one takes most of
    the time here.
    """

    def __init__(self) -> None:
        self._author = UnprotectedBatch(Lane.AUTHOR)
        self._lock = Lock()

    def batch(self) -> AbstractContextManager[UnprotectedBatch]:
        return UnprotectedBatch(Lane.LEARNER)

    def author(self, request: RunRequest) -> RunResult:
        with self._lock:
            return self._author.run(request)

    def info(self) -> RuntimeInfo:
        with self._lock:
            return self._author.info()

    def close(self) -> None:
        with self._lock:
            self._author.close()
