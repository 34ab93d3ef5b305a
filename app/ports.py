"""Protocols, only where there are two implementations: the real one and its twin in memory."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from app.domain.claim import Claimed
from app.domain.report import Report
from sandbox.protocol import RunRequest, RunResult, RuntimeInfo, Value


class Batch(Protocol):
    """Runs of one learner's code, one after another; for one thread."""

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        """In the process of the run before where that is possible, or, with ``alone``, in a process
        that has run nothing: ``RunResult.first`` tells.

        ``then`` is the very request that follows if all goes well, which may begin meanwhile.
        """
        ...


class Runner(Protocol):
    """Runs untrusted Python in one of two lanes; blocking, safe to call from several threads."""

    def batch(self) -> AbstractContextManager[Batch]:
        """Run a learner's code; a learner's process never gets a reference."""
        ...

    def author(self, request: RunRequest) -> RunResult:
        """Run an author's reference, in a zygote that never serves a learner."""
        ...

    def info(self) -> RuntimeInfo:
        """Facts of the learner's lane."""
        ...

    def close(self) -> None: ...


class ExpectedStore(Protocol):
    """Keeps what references answered; losing an entry costs time, never truth."""

    def get(self, key: str) -> Value:
        """The value kept under ``key``, or None; ``key`` is a hexadecimal digest."""
        ...

    def put(self, key: str, value: Value) -> None:
        """Keep ``value``, perhaps dropping the oldest ones; a value too large is not kept."""
        ...


class Queue(Protocol):
    """Submissions waiting to be graded, leased to workers; safe to call from several threads.

    A claim is a lease and a fence.  When the lease ends the submission may go to another worker
    under a newer attempt; from then on the old claim can change nothing: its calls raise LeaseLost.
    """

    def claim(self, worker_id: str, now: datetime, lease_seconds: float) -> Claimed | None:
        """Lease the submission that has waited longest, or None when none waits."""
        ...

    def heartbeat(
        self, worker_id: str, submission_ids: Collection[str], now: datetime, lease_seconds: float
    ) -> None:
        """Let the leases that this worker still holds end later."""
        ...

    def progress(self, claimed: Claimed, partial: Report) -> None:
        """Store the tests finished so far; raise LeaseLost."""
        ...

    def finish(
        self,
        claimed: Claimed,
        report: Report,
        now: datetime,
        *,
        diagnosing_until: datetime | None = None,
    ) -> None:
        """Store the whole report, once and for all; raise LeaseLost.

        With ``diagnosing_until`` its diagnosis follows, by then at the latest.
        """
        ...

    def diagnosed(self, claimed: Claimed, report: Report) -> None:
        """Store a finished report with its diagnosis, unless that has been given up."""
        ...

    def release(self, claimed: Claimed) -> None:
        """Give a claim back ungraded, without counting it as lost; raise LeaseLost."""
        ...

    def recover(self, now: datetime) -> int:
        """Queue again what was leased until before ``now``; how many.  Diagnoses that should have
        come by then are given up.
        """
        ...

    def recover_all(self, *, count: bool) -> int:
        """Queue again everything leased: only for when no worker lives; how many.

        ``count`` says whether the claims count as lost: they do when a worker died of itself, they
        do not when the whole server was stopped.
        """
        ...


class Live(Protocol):
    """Tells watchers that a submission may have changed; never what it has become."""

    def changes(self, submission_id: str, *, quiet_seconds: float = 15.0) -> AsyncGenerator[bool]:
        """Yield True at once and after each change, False after a quiet time.

        The reader reads the database after each True.  Changes that come quickly may be told as
        one; none is left untold.  Ends when ``close`` is called.
        """
        ...

    def close(self) -> None:
        """End every watch."""
        ...
