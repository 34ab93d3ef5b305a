"""One job in, one answer and some output back, under a watch that the child cannot touch.

The answer is the first whole frame on the result pipe.  Bytes after it are nobody's answer: the
child that wrote them gets no further job.
"""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from sandbox import frames
from sandbox.confine import listener as forbidden_calls
from sandbox.cpu_clock import CpuClock
from sandbox.frames import Bytes
from sandbox.handle import Child, ZygoteLost
from sandbox.staging import Staged, widen

_READ_BYTES = 1 << 16
_MOST_PARTS = 1024
"""That writev(2) takes at once."""

_SECONDS_TO_DIE = 20.0
_SHORTEST_WAIT_SECONDS = 0.001

_RECHECK_SECONDS = 0.05
"""Between two looks at a process whose wall limit is over but for its time in the queue."""

LONGEST_WALL = 10
"""Times the wall limit: then a run ends, though it had to wait for a processor most of the time."""


class Stop(Enum):
    """Why the child was killed from outside."""

    WALL = "wall"
    CPU = "cpu"
    OUTPUT = "output"
    RESULT = "result"
    SYSCALL = "syscall"
    STARVED = "starved"


@dataclass(slots=True)
class Ending:
    """What was seen from outside until the answer was there or the process had ended."""

    stop: Stop | None = None
    answered: bool = False
    """Whether ``result`` is one whole frame."""
    ended: bool = False
    """Whether the process was seen to have ended."""
    spoiled: bool = False
    """Whether the pipes hold more than the job took and the answer was."""
    result: bytearray = field(default_factory=bytearray)
    output: bytearray = field(default_factory=bytearray)
    output_truncated: bool = False
    wall_seconds: float = 0.0
    """Without the time in the queue for a processor, which is the machine's fault."""
    cpu_seconds_before: float = 0.0
    """Used before the job was sent: for raising the walls, for earlier runs."""
    cpu_seconds: float = 0.0
    """Used for the job until it was answered or stopped."""
    syscall: str | None = None
    """The system call that it was stopped for."""
    reports_calls: bool = False
    """Whether forbidden system calls are reported, and do not kill by themselves."""

    @property
    def reusable(self) -> bool:
        """Whether the process waits for another job."""
        return self.answered and not (self.ended or self.spoiled or self.stop)


class Exchange:
    """Sends one job to a locked child and pumps its pipes until the answer or the end is there."""

    def __init__(
        self,
        child: Child,
        job: Sequence[Bytes],
        listener: int | None = None,
        staged: Staged | None = None,
    ) -> None:
        """The job, in parts, is on its way when this returns; ``finish`` may come much later.

        ``listener`` tells of forbidden calls.  ``staged`` is the same job, ready to be moved.
        """
        self._child = child
        self._limits = child.limits
        self._job = list(job)
        self._staged = staged
        self._clock = child.clock = child.clock or CpuClock(child.pidfd)
        self._ending = Ending(cpu_seconds_before=self._clock.seconds() or 0.0)
        self._queued_before = self._clock.queued_seconds()
        self._seen = 0
        self._kill_deadline = 0.0
        self._poll = select.poll()
        self._handlers: dict[int, Callable[[], None]] = {}
        self._watch(child.result, self._read_result)
        self._watch(child.output, self._read_output)
        self._watch(child.pidfd, self._note_end)
        self._watch(child.job, self._write_job, select.POLLOUT)
        if listener is not None:
            self._listener, self._ending.reports_calls = listener, True
            self._watch(listener, self._note_call)
        widen(child.job, sum(map(len, job)))
        self._started = time.monotonic()
        self._write_job()

    def finish(self) -> Ending:
        """Raises ``ZygoteLost`` when the process does not die of being killed."""
        ending = self._ending
        # Nobody read its pipes until now: of that time only what it computed is its own.
        self._queued_before = self._clock.queued_seconds()
        self._started = time.monotonic() - self._cpu_seconds()
        while not (ending.ended or ending.answered):
            self._turn()
        if ending.answered:
            ending.cpu_seconds = self._cpu_seconds()
        ending.wall_seconds = max(self._wall_seconds(time.monotonic()), ending.cpu_seconds)
        self._drain()
        ending.spoiled = ending.spoiled or bool(self._job)
        while ending.stop is not None and not ending.ended:
            self._turn()
        self.abandon()
        return ending

    def abandon(self) -> None:
        """Let go of all that it holds; the child is the caller's."""
        self._handlers.clear()
        if self._staged is not None:
            self._staged.close()

    def _turn(self) -> None:
        self._look(self._wait_seconds())
        self._check_clocks()

    def _look(self, seconds: float) -> None:
        for descriptor, _ in self._poll.poll(seconds * 1000):
            if handler := self._handlers.get(descriptor):
                handler()

    def _watch(
        self, descriptor: int, handler: Callable[[], None], events: int | None = None
    ) -> None:
        if handler not in (self._note_end, self._note_call):
            os.set_blocking(descriptor, False)
        self._handlers[descriptor] = handler
        self._poll.register(descriptor, select.POLLIN if events is None else events)

    def _unwatch(self, descriptor: int) -> None:
        if self._handlers.pop(descriptor, None):
            self._poll.unregister(descriptor)

    def _write_job(self) -> None:
        try:
            if self._staged is not None and self._staged.move(self._child.job):
                self._job = []
            else:
                self._staged = None
                written = os.writev(self._child.job, self._job[:_MOST_PARTS])
                self._job = frames.after(self._job, written)
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._job = []
        if not self._job:
            self._unwatch(self._child.job)

    def _read_result(self) -> None:
        chunk, ending = self._read(self._child.result), self._ending
        if ending.answered or ending.stop is not None:
            ending.spoiled = ending.spoiled or bool(chunk)
            return
        ending.result += chunk
        length = frames.announced_bytes(ending.result)
        if length is None:
            return
        if length > self._limits.result_bytes + frames.ANSWER_OVERHEAD_BYTES:
            self._stop(Stop.RESULT)
        elif len(ending.result) >= length:
            ending.answered = True
            ending.spoiled = len(ending.result) > length
            del ending.result[length:]

    def _read_output(self) -> None:
        chunk = self._read(self._child.output)
        room = self._limits.output_bytes - len(self._ending.output)
        self._ending.output += chunk[:room]
        if len(chunk) > room:
            self._ending.output_truncated = True
            self._stop(Stop.OUTPUT)

    def _read(self, descriptor: int) -> bytes:
        try:
            chunk = os.read(descriptor, _READ_BYTES)
        except BlockingIOError:
            return b""
        if not chunk:
            self._unwatch(descriptor)
        self._seen += len(chunk)
        return chunk

    def _note_end(self) -> None:
        self._ending.ended = True

    def _note_call(self) -> None:
        """Any other child that asks has been killed already: those that wait run our code alone."""
        call = forbidden_calls.receive(self._listener)
        if call is None or call.process_id != self._clock.process_id:
            return
        if self._ending.answered:
            self._ending.spoiled = True
        elif self._ending.stop is None:
            self._ending.syscall = call.name
            self._stop(Stop.SYSCALL)

    def _drain(self) -> None:
        """Take what is left in the pipes, not waiting for their end: others may hold them open.

        Not all that a child that lives may write: one byte too many is enough to know.
        """
        for descriptor, read in (
            (self._child.result, self._read_result),
            (self._child.output, self._read_output),
        ):
            before = -1
            while descriptor in self._handlers and before != self._seen and not self._enough():
                before = self._seen
                read()

    def _enough(self) -> bool:
        return self._ending.spoiled or self._ending.output_truncated

    def _wait_seconds(self) -> float:
        now = time.monotonic()
        if self._ending.stop is not None:
            return max(_SHORTEST_WAIT_SECONDS, self._kill_deadline - now)
        wall_left = self._started + self._limits.wall_seconds - now
        wall_left = wall_left if wall_left > 0 else _RECHECK_SECONDS
        cpu_left = self._limits.cpu_seconds - self._cpu_seconds()
        return max(_SHORTEST_WAIT_SECONDS, min(wall_left, cpu_left))

    def _check_clocks(self) -> None:
        if self._ending.ended or (self._ending.answered and self._ending.stop is None):
            return
        now = time.monotonic()
        if self._ending.stop is not None:
            if now >= self._kill_deadline:
                raise ZygoteLost("a killed child did not end")
        elif self._cpu_seconds() >= self._limits.cpu_seconds:
            self._stop(Stop.CPU)
        elif self._started + self._limits.wall_seconds <= now:
            self._check_wall(now)

    def _check_wall(self, now: float) -> None:
        if self._wall_seconds(now) >= self._limits.wall_seconds:
            self._stop(Stop.WALL)
        elif now - self._started >= LONGEST_WALL * self._limits.wall_seconds:
            self._stop(Stop.STARVED)

    def _wall_seconds(self, now: float) -> float:
        """Since the job was sent, without what the process spent in the queue for a processor."""
        queued = self._clock.queued_seconds() - self._queued_before
        return max(0.0, now - self._started - max(0.0, queued))

    def _cpu_seconds(self) -> float:
        """Used for the job so far; nothing once the process has ended."""
        return max(0.0, (self._clock.seconds() or 0.0) - self._ending.cpu_seconds_before)

    def _stop(self, why: Stop) -> None:
        if self._ending.stop is not None:
            return
        self._ending.stop = why
        self._ending.cpu_seconds = self._cpu_seconds()
        self._kill_deadline = time.monotonic() + _SECONDS_TO_DIE
        self._child.kill()
