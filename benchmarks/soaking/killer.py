"""SIGKILL out of the blue, for processes of the sandbox that this process started."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass

from benchmarks.soaking.census import below
from sandbox.protocol import Tier

_LONGEST_DELAY_SECONDS = 0.08
_SHARE_OF_STORMS = 0.1


@dataclass(frozen=True, slots=True)
class Kill:
    """So long after the start of submission ``after``: one child, or one process above the
    children; or, with ``all_at_once``, all of them.
    """

    after: int
    delay_seconds: float
    child: bool
    choice: float
    all_at_once: bool


def child_depth(tier: Tier) -> int:
    """How many steps below us the children are: below their zygote, which in a process namespace of
    its own is below who waits for it outside.
    """
    return 3 if tier is Tier.NAMESPACES else 2


def plan(seed: int, submissions: int, every: int) -> list[Kill]:
    """The same for the same arguments: half of the kills for children, half for what is above."""
    chance = random.Random(f"kills {seed}")
    hit = [after for after in range(submissions) if chance.random() < 1 / every]
    return [
        Kill(
            after=after,
            delay_seconds=chance.uniform(0, _LONGEST_DELAY_SECONDS),
            child=chance.random() < 0.5,
            choice=chance.random(),
            all_at_once=chance.random() < _SHARE_OF_STORMS,
        )
        for after in hit
    ]


class Killer:
    """Carries out a plan, in a thread of its own, as ``started`` counts the submissions up."""

    def __init__(self, kills: list[Kill], tier: Tier) -> None:
        self._kills = kills
        self._child_depth = child_depth(tier)
        self._count = 0
        self._closed = False
        self._changed = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="killer")
        self.done: Counter[str] = Counter()
        """How many were killed, by what they were."""

    def __enter__(self) -> Killer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        with self._changed:
            self._closed = True
            self._changed.notify()
        self._thread.join()

    def started(self) -> None:
        """One more submission."""
        with self._changed:
            self._count += 1
            self._changed.notify()

    def _run(self) -> None:
        for kill in self._kills:
            with self._changed:
                self._changed.wait_for(lambda after=kill.after: self._closed or self._count > after)  # type: ignore[misc]
                if self._closed:
                    return
            time.sleep(kill.delay_seconds)
            self._kill(kill)

    def _kill(self, kill: Kill) -> None:
        depths = {self._child_depth} if kill.child else set(range(1, self._child_depth))
        victims = [p for p in below() if p.depth in depths and not p.ended]
        if not kill.all_at_once:
            victims = victims[int(kill.choice * len(victims)) :][:1]
        killed = sum(victim.kill() for victim in victims)
        self.done["children" if kill.child else "zygotes"] += killed
        self.done["storms"] += kill.all_at_once
