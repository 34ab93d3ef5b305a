"""One soak from its first process to its last."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from app.runner.pooled import PooledRunner
from benchmarks.soaking.census import adopt_orphans, below, reap
from benchmarks.soaking.grading import Grading, hand_ins, problem
from benchmarks.soaking.growth import Growth
from benchmarks.soaking.killer import Killer, child_depth, plan
from benchmarks.soaking.kinds import Kind

_ROUNDS = 80
_SHORTEST_ROUND = 20
_SECONDS_TO_END = 10.0

Say = Callable[[str], None]


def soak(
    submissions: int,
    *,
    streams: int,
    kill_every: int,
    seed: int,
    say: Say,
    most_minutes: float = float("inf"),
) -> list[str]:
    """What did not hold, each as one line; ``say`` is told of it and of how it goes."""
    adopt_orphans()
    before = {process.process_id for process in below()}
    of = problem()
    order = hand_ins(of, seed, submissions)
    runner = PooledRunner(streams)
    faults: list[str] = []
    try:
        tier = runner.info().tier
        killer = Killer(plan(seed, submissions, kill_every), tier)
        growth = Growth(child_depth(tier))
        say(f"{submissions} submissions in {streams} streams, tier {tier.value}, seed {seed}")
        with TemporaryDirectory() as cache, killer:
            grading = Grading(of, runner, Path(cache), killer.started)
            faults += _rounds(grading, order, streams, growth, say, 60 * most_minutes)
    finally:
        runner.close()
    faults += growth.faults() + _left(before)
    for line in [*_kinds(order), f"killed: {dict(killer.done)}", *growth.summary(), *faults]:
        say(line)
    say(f"{len(faults)} faults" if faults else "no fault")
    return faults


def _rounds(
    grading: Grading,
    order: list[Kind],
    streams: int,
    growth: Growth,
    say: Say,
    most_seconds: float,
) -> list[str]:
    """Between rounds nothing runs, so that what is left can be seen."""
    faults: list[str] = []
    done, begun = 0, time.monotonic()
    size = max(_SHORTEST_ROUND, -(-len(order) // _ROUNDS))
    with ThreadPoolExecutor(streams) as pool:
        while done < len(order):
            if time.monotonic() - begun > most_seconds:
                return [*faults, f"no time for {len(order) - done} of {len(order)} submissions"]
            numbers = range(done, min(done + size, len(order)))
            found = list(pool.map(grading.fault, numbers, [order[number] for number in numbers]))
            faults += [fault for fault in found if fault]
            done += len(found)
            rate = done / (time.monotonic() - begun)
            say(f"{done}: {len(faults)} faults, {rate:.1f}/s, {growth.sample()}")
            for fault in filter(None, found):
                say(f"  {fault}")
    return faults


def _left(before: set[int]) -> list[str]:
    """The processes that have not ended though the runner is closed."""
    deadline = time.monotonic() + _SECONDS_TO_END
    while True:
        left = [process for process in below() if process.process_id not in before]
        for process in left:
            if process.ended and process.depth == 1:
                reap(process)
        alive = [process for process in left if not process.ended]
        if not alive or time.monotonic() > deadline:
            return [f"process {process.process_id} is left" for process in alive]
        time.sleep(0.05)


def _kinds(order: list[Kind]) -> list[str]:
    verdicts = Counter(kind.ending[0].value for kind in order)
    counts = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common())
    return [f"to be: {counts}"]
