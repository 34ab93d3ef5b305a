"""The ``Runner`` over two pools of sandboxed processes, one for each lane."""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock

from sandbox.pool import Batch, Pool
from sandbox.protocol import Lane, RunRequest, RunResult, RuntimeInfo, SandboxError, Tier


class RunnerClosed(SandboxError):
    """The runner was closed; nothing runs in it any more."""


class PooledRunner:
    """Each pool is made when first needed: a command that runs nothing starts nothing."""

    def __init__(self, learners: int = 1, require: Tier | None = None) -> None:
        """``learners`` runs at a time at most; the author's lane has one process.

        ``require`` is the weakest tier that will do; where it does not hold, runs raise
        SandboxUnavailable.
        """
        self._sizes = {Lane.LEARNER: learners, Lane.AUTHOR: 1}
        self._require = require
        self._pools: dict[Lane, Pool] = {}
        self._info: RuntimeInfo | None = None
        self._lock = Lock()
        self._closed = False

    def batch(self) -> AbstractContextManager[Batch]:
        return self._pool(Lane.LEARNER).batch()

    def author(self, request: RunRequest) -> RunResult:
        return self._pool(Lane.AUTHOR).run(request)

    def info(self) -> RuntimeInfo:
        """Asked once: a pool never changes its tier, and asking it waits for a free process."""
        if self._info is None:
            self._info = self._pool(Lane.LEARNER).info
        return self._info

    def close(self) -> None:
        """End all processes; a second call does nothing."""
        with self._lock:
            self._closed = True
            pools, self._pools = list(self._pools.values()), {}
        for pool in pools:
            pool.close()

    def _pool(self, lane: Lane) -> Pool:
        with self._lock:
            if self._closed:
                raise RunnerClosed("the runner is closed")
            if lane not in self._pools:
                self._pools[lane] = Pool(lane, self._sizes[lane], require=self._require)
            return self._pools[lane]
