"""What the client holds of one child: its ends of the pipes, and the handle on the process."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from sandbox import frames
from sandbox.cpu_clock import CpuClock
from sandbox.policy import RUNS_OF_CPU
from sandbox.protocol import Limits, SandboxError


class ZygoteLost(SandboxError):
    """A zygote or the kernel did not do its part."""


@dataclass(slots=True, eq=False)
class Child:
    """``pidfd`` and ``process_id`` are known once the zygote has reported the fork."""

    limits: Limits
    job: int
    result: int
    output: int
    pidfd: int = -1
    process_id: int = -1
    locked: bool = False
    clock: CpuClock | None = None
    cpu_seconds_spent: float = 0.0

    @classmethod
    def with_pipes(cls, limits: Limits) -> tuple[Self, tuple[int, int, int]]:
        """A child that is to be, and its own ends of the pipes: job, result, output."""
        ends: list[int] = []
        try:
            for _ in range(3):
                ends.extend(os.pipe())
        except OSError:
            for end in ends:
                os.close(end)
            raise
        job_end, job, result, result_end, output, output_end = ends
        return cls(limits, job, result, output), (job_end, result_end, output_end)

    def suits(self, limits: Limits) -> bool:
        """Whether it is locked in with ``limits``: those that are not kept from outside."""
        return (self.limits.cpu_seconds, self.limits.memory_bytes) == (
            limits.cpu_seconds,
            limits.memory_bytes,
        )

    def may_go_on(self, limits: Limits) -> bool:
        """Whether a further run has all of its ``limits`` left in it."""
        most = (RUNS_OF_CPU - 1) * limits.cpu_seconds
        return self.suits(limits) and self.cpu_seconds_spent <= most

    def read_report(self, seconds: float) -> None:
        """Raises ``ZygoteLost`` when it is not locked in, and says so, in so much time."""
        try:
            if not is_readable(self.result, seconds):
                raise frames.NotLocked("it did not in time")
            frames.check_locked(os.read(self.result, frames.MAX_REPORT_BYTES))
        except frames.NotLocked as error:
            raise ZygoteLost(f"a child could not lock itself in: {error}") from None
        self.locked = True

    def has_ended(self) -> bool:
        return is_readable(self.pidfd, 0)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self.pidfd, signal.SIGKILL)

    def close(self) -> None:
        """Close all that is open.  A child that waits for its job ends by this."""
        for name in ("job", "result", "output", "pidfd"):
            descriptor = getattr(self, name)
            setattr(self, name, -1)
            if descriptor >= 0:
                os.close(descriptor)


def is_readable(descriptor: int, seconds: float) -> bool:
    """Wait so long at most."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def has_hung_up(descriptor: int) -> bool:
    """Whether the other end of a socket is closed."""
    poll = select.poll()
    poll.register(descriptor, select.POLLHUP)
    return bool(poll.poll(0))
