"""The driver of one zygote.  Blocking; one thread at a time.

======== ============================================ ==========
state    event                                        next state
======== ============================================ ==========
NEW      ``start``: ready, and a first child locked   IDLE
IDLE     ``run``: a locked child has the job          RUNNING
RUNNING  the answer or the child's end is seen; the   IDLE
         child may have been sent its next job
any      time-out, lost connection, broken message,   DEAD
         ``close``
======== ============================================ ==========

Invariants: a job is sent only to a child that has reported every wall up; at most one child that
lives has seen a job; the spare, forked while nobody waits, has seen none; a child gets its next
job after it has answered the one before, and only until ``dismiss``; DEAD is for ever, and then the
process is gone and every descriptor closed, once.
"""

from __future__ import annotations

import os
import socket
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from enum import Enum
from typing import cast

from sandbox import control, launch, leaves
from sandbox.arrays import decode, encode
from sandbox.classify import Exit, classify
from sandbox.confine.cgroup import Leaf
from sandbox.control import Kind, Message
from sandbox.errand import Errand, Underway
from sandbox.exchange import Ending, Exchange
from sandbox.handle import Child, ZygoteLost, has_hung_up, is_readable
from sandbox.protocol import Lane, Limits, RunResult, RuntimeInfo, Tier

_SECONDS_TO_START = 60.0
_SECONDS_TO_ANSWER = 30.0
_MAX_REASON_BYTES = 1000


class State(Enum):
    """See the table above."""

    NEW = "new"
    IDLE = "idle"
    RUNNING = "running"
    DEAD = "dead"


class Client:
    """One zygote of one lane at one tier."""

    def __init__(self, lane: Lane, tier: Tier) -> None:
        self._lane = lane
        self._tier = tier
        self._state = State.NEW
        self._connection: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._leaf: Leaf | None = None
        self._listener: int | None = None
        self._spare: Child | None = None
        self._current: Child | None = None
        self._ahead: Underway | None = None
        self._children: list[Child] = []
        self._exits: dict[int, Exit] = {}
        self._last_limits = Limits()
        self.children_used = 0

    def start(self, limits: Limits) -> RuntimeInfo:
        """Start the zygote and have a first child, for ``limits``, raise every wall.

        Raises ``ZygoteLost`` with the reason when the tier does not hold here.
        """
        with self._ending_on_failure("the zygote did not start"):
            self._process, self._connection = launch.start_interpreter()
            self._leaf = leaves.enclose(self._process.pid, limits.memory_bytes)
            start = encode({"tier": self._tier.value, "lane": self._lane.value})
            control.send(self._connection, Kind.START, start)
            info = self._read_ready(self._receive(_SECONDS_TO_START))
            self._spare = self._fork(limits)
            self._await_locked(self._spare)
        self._state, self._last_limits = State.IDLE, limits
        return info

    def run(self, errand: Errand, *, alone: bool = True, then: Errand | None = None) -> RunResult:
        """Run ``errand``; ``alone`` in a child that has run nothing.

        With ``then``, the errand that will most likely be the next, the child that has answered is
        sent that at once, and need not wait until this answer is read and judged.

        Raises ``ZygoteLost``, and the client is then DEAD.
        """
        if self._state is not State.IDLE:
            raise ZygoteLost(f"the zygote is {self._state.value}")
        self._state = State.RUNNING
        with self._ending_on_failure("lost the zygote"):
            run = self._underway(errand, alone=alone)
            if alone and self._spare is None:
                # Something went wrong before: the next run may want to be alone as well.
                self._spare = self._fork(errand.request.limits)
            follows = then is not None and then.prepared()
            ending = run.exchange.finish()
            exit = self._part_with(run.child, ending)
            if then is not None and follows and run.child is self._current:
                self._send_ahead(then)
        self._state = State.IDLE
        self.children_used += run.first
        request = errand.request
        names, limits = tuple(request.arguments), request.limits
        return classify(ending, exit, limits, names, first=run.first, trace=request.trace)

    def prepare(self) -> None:
        """Let a child lock itself in for a run like the last, while nobody waits for it."""
        if self._spare is None and self._state is State.IDLE:
            with self._ending_on_failure("lost the zygote"):
                self._spare = self._fork(self._last_limits)

    def is_alive(self) -> bool:
        """Whether the zygote is not seen to have ended while it had nothing to do."""
        return self._connection is not None and not has_hung_up(self._connection.fileno())

    def dismiss(self) -> None:
        """End the child that waits for another job: the next run gets one of its own."""
        self._drop_ahead()
        child, self._current = self._current, None
        if child is not None:
            child.kill()
            self._forget(child)

    def close(self) -> None:
        """End the zygote and all its children."""
        self._state, self._current = State.DEAD, None
        self._drop_ahead()
        while self._children:
            self._children.pop().close()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is not None:
            launch.end(self._process)
            self._process = None
        if self._leaf is not None:
            self._leaf.remove()
            self._leaf = None
        if self._listener is not None:
            os.close(self._listener)
            self._listener = None

    @contextmanager
    def _ending_on_failure(self, what: str) -> Iterator[None]:
        """Whatever goes wrong inside is the end of this client."""
        try:
            yield
        except (OSError, ValueError, KeyError, TypeError, struct.error) as error:
            self.close()
            raise ZygoteLost(f"{what}: {error}") from error
        except BaseException:
            self.close()
            raise

    def _read_ready(self, message: Message) -> RuntimeInfo:
        if message.kind is Kind.FAILED:
            raise ZygoteLost(message.payload[:_MAX_REASON_BYTES].decode("utf-8", "replace"))
        if message.kind is not Kind.READY or len(message.descriptors) > 1:
            message.close()
            raise ZygoteLost("the zygote did not say that it is ready")
        self._listener = next(iter(message.descriptors), None)
        ready = cast(dict[str, str], decode(message.payload))
        return RuntimeInfo(self._tier, ready["python"], ready["numpy"], ready["cpu_kernel"])

    def _underway(self, errand: Errand, *, alone: bool) -> Underway:
        """``errand``, sent to the child it is for: now, unless it was sent ahead."""
        ahead = self._ahead
        if ahead is not None and ahead.errand is errand and not alone:
            self._ahead = None
            return ahead
        limits, child = errand.request.limits, self._current
        self._last_limits = limits
        first = alone or ahead is not None or child is None or not child.may_go_on(limits)
        if first or child is None:
            self.dismiss()
            child = self._fresh(limits)
        child.limits = limits
        return Underway(errand, child, Exchange(child, errand.job, self._listener), first)

    def _drop_ahead(self) -> None:
        if self._ahead is not None:
            self._ahead.exchange.abandon()
            self._ahead = None

    def _send_ahead(self, errand: Errand) -> None:
        child, limits = self._current, errand.request.limits
        if child is not None and child.may_go_on(limits):
            child.limits = limits
            exchange = Exchange(child, errand.job, self._listener, errand.take_staged())
            self._ahead = Underway(errand, child, exchange, first=False)

    def _fresh(self, limits: Limits) -> Child:
        """A locked child that has run nothing."""
        child = self._take(limits)
        self._await_locked(child)
        if child.has_ended():  # It was killed while it waited: nobody's run is lost.
            self._forget(child)
            child = self._fork(limits)
            self._await_locked(child)
        return child

    def _part_with(self, child: Child, ending: Ending) -> Exit | None:
        """Keep the child for another run, or see it off; its exit where that says something."""
        self._current = child if ending.reusable else None
        if ending.reusable:
            child.cpu_seconds_spent += ending.cpu_seconds
            return None
        if ending.answered and not ending.ended and ending.stop is None:
            child.kill()
            self._forget(child)
            return None
        return self._await_exit(child)

    def _take(self, limits: Limits) -> Child:
        """The spare where its limits fit, else a child of its own."""
        spare, self._spare = self._spare, None
        if spare is not None and spare.suits(limits):
            return spare
        if spare is not None:
            self._await_forked(spare)
            self._forget(spare)
        return self._fork(limits)

    def _fork(self, limits: Limits) -> Child:
        """Ask for a child; it locks itself in while we do other things."""
        assert self._connection is not None
        if self._leaf is not None:
            self._leaf.allow(limits.memory_bytes)
        child, theirs = Child.with_pipes(limits)
        self._children.append(child)
        try:
            payload = control.FORK.pack(limits.cpu_seconds, limits.memory_bytes)
            control.send(self._connection, Kind.FORK, payload, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        return child

    def _forget(self, child: Child) -> None:
        child.close()
        self._children.remove(child)
        self._exits.pop(child.process_id, None)

    def _await_forked(self, child: Child) -> None:
        while child.pidfd < 0:
            self._dispatch(self._receive(_SECONDS_TO_ANSWER))

    def _await_locked(self, child: Child) -> None:
        self._await_forked(child)
        if not child.locked:
            child.read_report(_SECONDS_TO_ANSWER)

    def _await_exit(self, child: Child) -> Exit:
        while child.process_id not in self._exits:
            self._dispatch(self._receive(_SECONDS_TO_ANSWER))
        exit = self._exits[child.process_id]
        self._forget(child)
        over_memory = self._leaf is not None and self._leaf.has_killed()
        return replace(exit, over_memory=over_memory)

    def _dispatch(self, message: Message) -> None:
        if message.kind is Kind.FORKED and len(message.descriptors) == 1:
            child = self._first_unborn()
            (child.pidfd,) = message.descriptors
            (child.process_id,) = control.FORKED.unpack(message.payload)
        elif message.kind is Kind.ENDED:
            process_id, status, cpu_seconds = control.ENDED.unpack(message.payload)
            if any(child.process_id == process_id for child in self._children):
                self._exits[process_id] = Exit(status, cpu_seconds)
        else:
            message.close()
            raise ZygoteLost(f"an unexpected message from the zygote: {message.kind.name}")

    def _first_unborn(self) -> Child:
        """The child that was asked for first of those whose fork has not been reported."""
        for child in self._children:
            if child.pidfd < 0:
                return child
        raise ZygoteLost("the zygote reports a child that nobody asked for")

    def _receive(self, seconds: float) -> Message:
        assert self._connection is not None
        if not is_readable(self._connection.fileno(), seconds):
            raise ZygoteLost("the zygote does not answer")
        message = control.receive(self._connection)
        if message is None:
            raise ZygoteLost("the zygote is gone")
        return message
