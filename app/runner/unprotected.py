"""The ``Runner`` without a sandbox, for the code of the person at the command line alone."""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock

from sandbox.protocol import Lane, RunRequest, RunResult, RunStatus, RuntimeInfo
from sandbox.unprotected import UnprotectedBatch


class UnprotectedRunner:
    """Runs in processes with time limits only.  Whoever serves others must not reach this.

    A reference is asked again and again in one process, under a lock: to start one takes most of
    the time here.  What goes wrong in a process that others ran in is run again in a new one.
    """

    def __init__(self) -> None:
        self._author = UnprotectedBatch(Lane.AUTHOR)
        self._lock = Lock()

    def batch(self) -> AbstractContextManager[UnprotectedBatch]:
        return UnprotectedBatch(Lane.LEARNER)

    def author(self, request: RunRequest) -> RunResult:
        with self._lock:
            result = self._author.run(request)
            if result.first or result.status is RunStatus.OK:
                return result
            return self._author.run(request, alone=True)

    def info(self) -> RuntimeInfo:
        with self._lock:
            return self._author.info()

    def close(self) -> None:
        with self._lock:
            self._author.close()
