"""A pool of zygotes of one lane: lends one per run, replaces the dead, tells whose fault a failure
is.
"""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import Self

from sandbox import frames
from sandbox.arrays import EncodeError
from sandbox.client import Client
from sandbox.exchange import ZygoteLost
from sandbox.policy import LANES
from sandbox.protocol import (
    Lane,
    RaisedError,
    RunRequest,
    RunResult,
    RunStatus,
    RuntimeInfo,
    SandboxUnavailable,
    Tier,
)

_ATTEMPTS = 2
_RUNS_PER_ZYGOTE = 2000
"""After these a zygote makes room for a new one, with another address layout and hash secret."""

_REMEDY = (
    "It takes Linux 5.13 or newer on x86-64 or aarch64, with /proc, seccomp, and unprivileged user "
    "namespaces or Landlock allowed; root must be allowed to change to another user."
)
_REMEDY_ELSEWHERE = "The sandbox needs Linux: on this system, run Tracegrade in Docker."

STRONGEST_FIRST = (Tier.NAMESPACES, Tier.FLAT, Tier.NOOPEN)


class Pool:
    """Runs requests in up to ``size`` zygotes at once, started when first needed.  Thread-safe.

    ``require`` is the weakest tier that will do, by default any; ``tiers`` are those to try.  The
    first zygote decides the tier of the pool by trying each whole; it never changes afterwards.
    """

    def __init__(
        self,
        lane: Lane,
        size: int = 1,
        *,
        require: Tier | None = None,
        tiers: tuple[Tier, ...] = STRONGEST_FIRST,
    ) -> None:
        self._lane = lane
        self._policy = LANES[lane]
        enough = STRONGEST_FIRST[: STRONGEST_FIRST.index(require or STRONGEST_FIRST[-1]) + 1]
        self._tiers = tuple(tier for tier in tiers if tier in enough)
        self._slots = threading.BoundedSemaphore(size)
        self._lock = threading.Lock()
        self._starting = threading.Lock()
        self._idle: list[Client] = []
        self._info: RuntimeInfo | None = None
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def info(self) -> RuntimeInfo:
        """What runs here run on.  Starts a zygote at first; raises ``SandboxUnavailable``."""
        if self._info is None:
            with self._slots:
                self._give_back(self._lend())
        assert self._info is not None
        return self._info

    def run(self, request: RunRequest) -> RunResult:
        """Run ``request`` in a child of its own, waiting for a free zygote first.

        A fault of the sandbox is retried once and then has status SANDBOX_FAILED.  Raises
        ``ValueError`` for limits beyond the lane's or arguments that cannot cross, and
        ``SandboxUnavailable``.
        """
        self._policy.check(request.limits)
        if unreadable := _unreadable_source(request):
            return unreadable
        try:
            job = frames.pack_job(request)
        except EncodeError as error:
            raise ValueError(f"the arguments of the run cannot cross: {error}") from None
        with self._slots:
            return self._attempt(request, job)

    def close(self) -> None:
        """End all idle zygotes; those that are lent end when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for client in idle:
            client.close()

    def _attempt(self, request: RunRequest, job: bytes) -> RunResult:
        result = RunResult(RunStatus.SANDBOX_FAILED)
        for _ in range(_ATTEMPTS):
            try:
                result = self._run_once(request, job)
            except ZygoteLost as error:
                result = RunResult(RunStatus.SANDBOX_FAILED, detail=str(error))
            if result.status is not RunStatus.SANDBOX_FAILED:
                break
        return result

    def _run_once(self, request: RunRequest, job: bytes) -> RunResult:
        client = self._lend()
        try:
            result = client.run(request, job)
        except BaseException:
            client.close()
            raise
        self._give_back(client)
        return result

    def _lend(self) -> Client:
        with self._lock:
            if self._closed:
                raise SandboxUnavailable("The pool is closed.")
            if self._idle:
                return self._idle.pop()
        return self._start()

    def _give_back(self, client: Client) -> None:
        worn = client.runs >= _RUNS_PER_ZYGOTE
        with self._lock:
            if not self._closed and not worn:
                self._idle.append(client)
                return
        client.close()

    def _start(self) -> Client:
        """A new zygote; the first to start in this pool settles the tier."""
        if sys.platform != "linux":
            raise SandboxUnavailable(_explain({}))
        with self._starting:
            faults = {}
            for tier in self._tiers:
                client = Client(self._lane, tier)
                try:
                    self._info = client.start(self._policy.default)
                except ZygoteLost as error:
                    faults[tier] = str(error)
                    continue
                self._tiers = (tier,)
                return client
            if self._info is not None:
                raise ZygoteLost(next(iter(faults.values())))
            raise SandboxUnavailable(_explain(faults))


def _explain(faults: dict[Tier, str]) -> str:
    return "\n".join(
        [
            "This machine offers no wall strong enough to run other people's code behind.",
            *(f"Tier {tier.value} does not hold here: {fault}." for tier, fault in faults.items()),
            _REMEDY if sys.platform == "linux" else _REMEDY_ELSEWHERE,
        ]
    )


def _unreadable_source(request: RunRequest) -> RunResult | None:
    """A source that is not even text never reaches a child."""
    for module in request.modules:
        try:
            module.source.encode()
        except UnicodeEncodeError:
            error = RaisedError(
                "SyntaxError", "the source holds characters that are not valid Unicode"
            )
            return RunResult(RunStatus.SYNTAX_ERROR, error=error)
    return None
