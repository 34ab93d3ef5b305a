"""Protocols, only where two real implementations exist."""

from __future__ import annotations

from typing import Protocol

from sandbox.protocol import RunRequest, RunResult, RuntimeInfo


class Runner(Protocol):
    """Runs untrusted Python in one of two lanes; blocking, safe to call from several threads."""

    def learner(self, request: RunRequest) -> RunResult:
        """Run a learner's code; a learner's process never gets a reference."""
        ...

    def author(self, request: RunRequest) -> RunResult:
        """Run an author's reference, in a zygote that never serves a learner."""
        ...

    def info(self) -> RuntimeInfo:
        """Facts of the learner's lane."""
        ...

    def close(self) -> None: ...
