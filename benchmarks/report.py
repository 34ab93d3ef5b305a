"""The samples as tables, bars and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import median

import numpy as np

from benchmarks import environment
from benchmarks.session import Load, Measured
from benchmarks.variants import BASELINE, BWRAP, COLD, FULL, WARM, YARDSTICK
from benchmarks.works import TESTS

_VIT = "ViT block"
_COLUMNS = (("trivial", 1), (_VIT, 1), (_VIT, TESTS))


@dataclass(frozen=True, slots=True)
class Bar:
    """What a ratio of this run must be."""

    name: str
    bound: float
    at_most: bool
    got: float | None

    @property
    def holds(self) -> bool:
        """Not so when it could not be measured."""
        if self.got is None:
            return False
        return self.got <= self.bound if self.at_most else self.got >= self.bound

    def row(self) -> tuple[str, ...]:
        got = "not measured" if self.got is None else f"{self.got:.2f}"
        bound = f"{'<=' if self.at_most else '>='} {self.bound}"
        return (self.name, bound, got, "holds" if self.holds else "does not hold")


def bars(measured: Measured) -> list[Bar]:
    """Of the full tier, in the order of the requirements."""
    found = []
    for tests in (1, TESTS):
        ratio = _ratio(measured, FULL, BASELINE, tests)
        found.append(Bar(f"time of {FULL} / {BASELINE}, {_tests(tests)}", 1.15, True, ratio))
    for tests, bound in ((1, 10), (TESTS, 8)):
        ratio = _ratio(measured, BWRAP, FULL, tests)
        found.append(Bar(f"time of {BWRAP} / {FULL}, {_tests(tests)}", bound, False, ratio))
    many = environment.processors()
    rates = [_rate(measured, (name, 1, many)) for name in (FULL, BASELINE)]
    ratio = rates[0] / rates[1] if rates[0] and rates[1] else None
    return [*found, Bar(f"submissions/s of {FULL} / {BASELINE}", 0.8, False, ratio)]


def as_text(measured: Measured) -> str:
    """All that a reader wants to know."""
    parts = [
        _environment(measured),
        "One submission, ms: p10 / median / p95 (and how many)",
        _table(("", *(f"{work}, {_tests(tests)}" for work, tests in _COLUMNS)), _times(measured)),
        f"Submissions/s, {TESTS} tests of the {_VIT} each: median (lowest to highest)",
        _table(("", "driven by", "submissions/s"), _rates(measured)),
        "Memory, MiB: one zygote and its two children (only root may look)",
        _table(("", "process", "RSS", "PSS", "private"), _memory(measured)),
        "Beside the yardstick (for information)",
        _table(("", "tests", "times its time"), _beside_yardstick(measured)),
        "Bars",
        _table(("ratio", "bar", "got", ""), (bar.row() for bar in bars(measured))),
    ]
    return "\n\n".join(parts)


def as_json(measured: Measured) -> str:
    """Every sample; keys of several parts are joined by " | "."""
    fields = asdict(measured)
    for name in ("seconds", "per_second"):
        fields[name] = {" | ".join(map(str, key)): value for key, value in fields[name].items()}
    fields["bars"] = [asdict(bar) | {"holds": bar.holds} for bar in bars(measured)]
    return json.dumps(fields, indent=1) + "\n"


def _tests(tests: int) -> str:
    return "1 test" if tests == 1 else f"{tests} tests"


def _drivers(processes: int, threads: int) -> str:
    return f"{threads} threads of one process" if processes == 1 else f"{processes} processes"


def _ratio(measured: Measured, over: str, under: str, tests: int) -> float | None:
    samples = [measured.seconds.get((name, _VIT, tests)) for name in (over, under)]
    return median(samples[0]) / median(samples[1]) if samples[0] and samples[1] else None


def _rate(measured: Measured, load: Load) -> float | None:
    rates = measured.per_second.get(load)
    return median(rates) if rates else None


def _environment(measured: Measured) -> str:
    lines = [f"{name}: {value}" for name, value in measured.environment.items()]
    loads = f"{measured.load_before:.2f} before, {measured.load_after:.2f} after"
    lines.append(f"load: {loads}; stolen by the hypervisor: {measured.stolen_share:.1%}")
    if environment.is_busy(measured.load_before):
        lines.append("The machine was busy with something else: only the ratios mean anything.")
    lines += [f"skipped: {name} ({why})" for name, why in measured.unavailable.items()]
    return "\n".join(lines)


def _times(measured: Measured) -> Iterable[tuple[str, ...]]:
    for name in (*COLD, *WARM):
        cells = [_spread(measured.seconds.get((name, *column))) for column in _COLUMNS]
        if name not in measured.unavailable:
            yield (name, *cells)


def _spread(seconds: list[float] | None) -> str:
    if not seconds:
        return "-"
    low, middle, high = 1000 * np.percentile(seconds, (10, 50, 95))
    return f"{low:.2f} / {middle:.2f} / {high:.2f} ({len(seconds)})"


def _rates(measured: Measured) -> Iterable[tuple[str, ...]]:
    order = {name: place for place, name in enumerate((*COLD, *WARM))}
    loads = sorted(measured.per_second, key=lambda load: (order[load[0]], load[1]))
    for name, processes, threads in loads:
        rates = measured.per_second[name, processes, threads]
        yield (
            name,
            _drivers(processes, threads),
            f"{median(rates):.1f} ({min(rates):.1f} to {max(rates):.1f})",
        )


def _memory(measured: Measured) -> Iterable[tuple[str, ...]]:
    """The deepest processes are children, the one above them is their zygote; that of the two
    children with more of its own has run the tests.
    """
    for name, processes in measured.processes.items():
        deepest = max((process["depth"] for process in processes), default=0)
        zygotes = [process for process in processes if process["depth"] == deepest - 1]
        children = [process for process in processes if process["depth"] == deepest]
        children.sort(key=lambda process: process["private"])
        roles = ("zygote", "spare child", f"child after {TESTS} tests")
        for role, process in zip(roles, [*zygotes[:1], *children], strict=False):
            kib = (process[field] for field in ("resident", "proportional", "private"))
            yield (name, role, *(f"{value / 1024:.1f}" for value in kib))


def _beside_yardstick(measured: Measured) -> Iterable[tuple[str, ...]]:
    for name in (BASELINE, FULL):
        for tests in (1, TESTS):
            ratio = _ratio(measured, name, YARDSTICK, tests)
            yield name, str(tests), "-" if ratio is None else f"{ratio:.2f}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    table = [head, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(head))]
    lines = ["  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in table]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(line.rstrip() for line in lines)
