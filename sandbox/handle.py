"""What the client holds of one child: its ends of the pipes, and the handle on the process."""

from __future__ import annotations

import os
import select
import signal
from contextlib import suppress
from dataclasses import dataclass

from sandbox.cpu_clock import CpuClock
from sandbox.policy import RUNS_OF_CPU
from sandbox.protocol import Limits


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
