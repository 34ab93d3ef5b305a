"""A pool of zygotes of one lane: lends one for each batch of runs, replaces the dead, tells whose
fault a failure is.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Self

from sandbox.arrays import EncodeError
from sandbox.client import Client
from sandbox.errand import Errand
from sandbox.handle import ZygoteLost
from sandbox.policy import LANES, LanePolicy
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
from sandbox.stock import Stock

_ATTEMPTS = 3
"""One process may be killed by chance, and the next one too."""

_STARTS = 2
"""Before a tier is given up for a weaker one: what failed may have been chance."""

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
        self._starting = threading.Lock()
        self._stock = Stock(self._start)
        self._info: RuntimeInfo | None = None

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
                self._stock.give_back(self._stock.lend())
        assert self._info is not None
        return self._info

    def run(self, request: RunRequest) -> RunResult:
        """Run ``request`` in a child of its own, waiting for a free zygote first.

        A fault of the sandbox is tried again twice and then has status SANDBOX_FAILED.  Raises
        ``ValueError`` for limits beyond the lane's or arguments that cannot cross, and
        ``SandboxUnavailable``.
        """
        with self.batch() as batch:
            return batch.run(request)

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        """Runs that may share a child, one after another, in a zygote that serves nobody else
        meanwhile.
        """
        with self._slots:
            batch = Batch(self._policy, self._stock)
            try:
                yield batch
            finally:
                batch.close()

    def close(self) -> None:
        """End all idle zygotes; those that are lent end when they come back."""
        self._stock.close()

    def _start(self) -> Client:
        """A new zygote; the first to start in this pool settles the tier."""
        if sys.platform != "linux":
            raise SandboxUnavailable(_explain({}))
        with self._starting:
            faults = {}
            for tier in (tier for tier in self._tiers for _ in range(_STARTS)):
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


class Batch:
    """Runs one after another in one zygote; made by ``Pool.batch``, for one thread."""

    def __init__(self, policy: LanePolicy, stock: Stock) -> None:
        self._policy = policy
        self._stock = stock
        self._client: Client | None = None
        self._next: Errand | None = None

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        """Run ``request`` in the child of the run before if that answered and the limits allow, or,
        with ``alone``, in a child of its own; ``RunResult.first`` tells.  Raises as ``Pool.run``.

        ``then`` is the very request that will follow if nothing goes wrong: what may be done of it
        meanwhile is done.
        """
        errand = self._errand(request)
        self._next = self._following(then)
        self._policy.check(request.limits)
        if unreadable := _unreadable_source(request):
            return unreadable
        try:
            _ = errand.job
        except EncodeError as error:
            raise ValueError(f"the arguments of the run cannot cross: {error}") from None
        result = RunResult(RunStatus.SANDBOX_FAILED)
        for _ in range(_ATTEMPTS):
            result = self._attempt(errand, alone)
            if result.status is not RunStatus.SANDBOX_FAILED:
                break
        return result

    def _errand(self, request: RunRequest) -> Errand:
        """The one that was announced as the next, if it is that."""
        if self._next is not None and self._next.request is request:
            return self._next
        return Errand(request)

    def _following(self, request: RunRequest | None) -> Errand | None:
        """None for what its own turn will find to be impossible."""
        if request is None or _unreadable_source(request):
            return None
        with suppress(ValueError):
            self._policy.check(request.limits)
            return Errand(request)
        return None

    def close(self) -> None:
        """Give the zygote back, with nothing left of the runs."""
        client, self._client = self._client, None
        if client is not None:
            client.dismiss()
            with suppress(ZygoteLost):  # The stock lends no client that is dead.
                client.prepare()
            self._stock.give_back(client)

    def _attempt(self, errand: Errand, alone: bool) -> RunResult:
        if self._client is None:
            try:
                self._client = self._stock.lend()
            except ZygoteLost as error:
                return RunResult(RunStatus.SANDBOX_FAILED, detail=str(error))
        client, self._client = self._client, None
        try:
            result = client.run(errand, alone=alone, then=self._next)
        except ZygoteLost as error:
            return RunResult(RunStatus.SANDBOX_FAILED, detail=str(error))
        except BaseException:
            client.close()
            raise
        self._client = client
        return result


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
