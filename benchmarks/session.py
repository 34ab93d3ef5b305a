"""One measurement: all variants in turns."""

from __future__ import annotations

import random
from contextlib import ExitStack
from dataclasses import dataclass, field

from benchmarks import environment
from benchmarks.driver import Driver
from benchmarks.variants import BASELINE, BWRAP, COLD, FULL, WARM, YARDSTICK, Unavailable
from benchmarks.works import TESTS, Checked, trivial, vit_block
from sandbox.protocol import Tier

_WARM_TURNS = 4
"""Turns of a warm variant in each round: it takes a tenth of a cold one's time."""

_LOAD_ROUNDS = 5
_LOAD_SECONDS = 1.0

Load = tuple[str, int, int]
"""A variant, how many processes drive it, and how many threads each of them has."""

Timed = tuple[str, str, int]
"""A variant, a work and how many tests."""


@dataclass
class Measured:
    """All samples of one measurement."""

    environment: dict[str, str]
    load_before: float
    seconds: dict[Timed, list[float]] = field(default_factory=dict)
    per_second: dict[Load, list[float]] = field(default_factory=dict)
    processes: dict[str, list[dict[str, int]]] = field(default_factory=dict)
    """Of each variant of the sandbox: depth, resident, proportional, private (KiB)."""
    unavailable: dict[str, str] = field(default_factory=dict)
    load_after: float = 0.0
    stolen_share: float = 0.0


def measure(rounds: int) -> Measured:
    """Takes about two seconds a round, and some 40 more."""
    measured = Measured(environment.describe(), environment.load())
    stolen_before, ticks_before = environment.steal_ticks()
    works = [trivial(), vit_block()]
    with ExitStack() as stack:
        drivers = _open(measured, works, stack)
        _take_turns(measured, works, drivers, rounds)
        _look_at_memory(measured, works[-1], drivers)
        _put_under_load(measured, works[-1], drivers, rounds)
    stolen, ticks = environment.steal_ticks()
    measured.stolen_share = (stolen - stolen_before) / max(1, ticks - ticks_before)
    measured.load_after = environment.load()
    return measured


def _open(measured: Measured, works: list[Checked], stack: ExitStack) -> dict[str, Driver]:
    drivers = {}
    for name in (*COLD, *WARM):
        try:
            drivers[name] = Driver(name, [w.work for w in works], environment.processors())
        except Unavailable as why:
            measured.unavailable[name] = str(why)
        else:
            stack.callback(drivers[name].close)
    return drivers


def _take_turns(
    measured: Measured, works: list[Checked], drivers: dict[str, Driver], rounds: int
) -> None:
    order = random.Random(0)
    sizes = [(works[0], 1), (works[1], 1), (works[1], TESTS)]
    for _ in range(rounds):
        for turn in range(_WARM_TURNS):
            names = [name for name in drivers if turn == 0 or name in WARM]
            turns = [(name, *size) for name in names for size in _sizes(name, sizes)]
            for name, checked, tests in order.sample(turns, len(turns)):
                seconds, results = drivers[name].run(checked.work, tests)
                checked.check(name, results)
                measured.seconds.setdefault((name, checked.work.name, tests), []).append(seconds)


def _sizes(name: str, sizes: list[tuple[Checked, int]]) -> list[tuple[Checked, int]]:
    return sizes[:1] if name == COLD[0] else sizes


def _look_at_memory(measured: Measured, checked: Checked, drivers: dict[str, Driver]) -> None:
    for name in (BASELINE, *(tier.value for tier in Tier)):
        if name in drivers:
            answer = drivers[name].ask({"do": "memory", "work": checked.work.name, "tests": TESTS})
            measured.processes[name] = answer["processes"]


def _put_under_load(
    measured: Measured, checked: Checked, drivers: dict[str, Driver], rounds: int
) -> None:
    many = environment.processors()
    loads: list[Load] = [(name, 1, many) for name in (BASELINE, *(t.value for t in Tier), BWRAP)]
    loads += [(name, many, 1) for name in (YARDSTICK, BASELINE, FULL)]
    order = random.Random(0)
    with ExitStack() as stack:
        teams = {}
        for load in loads:
            name, processes, _ = load
            if name in drivers:
                more = [Driver(name, [checked.work], 1) for _ in range(processes - 1)]
                teams[load] = [drivers[name], *more]
                for driver in more:
                    stack.callback(driver.close)
        for _ in range(min(rounds, _LOAD_ROUNDS)):
            for load in order.sample(list(teams), len(teams)):
                rate = _rate(checked, teams[load], threads=load[2])
                measured.per_second.setdefault(load, []).append(rate)


def _rate(checked: Checked, team: list[Driver], threads: int) -> float:
    """Submissions per second of all drivers of ``team`` at once."""
    for driver in team:
        driver.send(
            {
                "do": "load",
                "work": checked.work.name,
                "tests": TESTS,
                "seconds": _LOAD_SECONDS,
                "threads": threads,
            }
        )
    rate = 0.0
    for driver in team:
        answer = driver.receive()
        for results in answer["results"]:
            checked.check(driver.name, results)
        rate += len(answer["results"]) / answer["seconds"]
    return rate
