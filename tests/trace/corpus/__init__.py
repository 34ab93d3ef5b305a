"""Solutions of the ViT encoder block: correct ones, and faulty ones with the truth about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tests.trace.corpus.fault import Fault, Outcome, Place

SOLUTIONS = Path(__file__).parent / "submissions"
FAULTS = Path(__file__).parent / "faults"


@dataclass(frozen=True)
class Divergence:
    """Where a step goes wrong: any of ``lines`` (from 1) is right; ``accept``, other fair names."""

    step: str
    lines: frozenset[int]
    pitfall: str | None
    accept: frozenset[str]


@dataclass(frozen=True)
class Truth:
    """What is wrong, the first mistake first."""

    first: Divergence
    also: tuple[Divergence, ...]
    outcome: Outcome

    @property
    def pitfalls(self) -> frozenset[str]:
        """All pitfalls that the source fell into."""
        found = (place.pitfall for place in (self.first, *self.also))
        return frozenset(pitfall for pitfall in found if pitfall)


@dataclass(frozen=True)
class Correct:
    """A solution that must never be accused."""

    name: str
    source: str


@dataclass(frozen=True)
class Faulty:
    """A correct solution of one style with one fault or two."""

    name: str
    style: str
    faults: tuple[Fault, ...]
    source: str
    truth: Truth


def correct() -> list[Correct]:
    """All correct solutions, the styles among them."""
    return [Correct(p.stem, p.read_text("utf-8")) for p in sorted(SOLUTIONS.glob("*.py"))]


def styles() -> list[str]:
    """The correct solutions that have a table of faults."""
    return sorted(path.stem for path in FAULTS.glob("*.py"))


def faulty() -> list[Faulty]:
    """All faulty solutions: single faults and pairs, style by style."""
    return [made for style in styles() for made in _of_style(style)]


def _of_style(style: str) -> list[Faulty]:
    source = (SOLUTIONS / f"{style}.py").read_text("utf-8")
    table = import_module(f"tests.trace.corpus.faults.{style}")
    by_id = {fault.id: fault for fault in table.FAULTS}
    singles = [(fault,) for fault in table.FAULTS]
    pairs = [tuple(by_id[id] for id in pair) for pair in table.PAIRS]
    return [_made(style, source, faults) for faults in singles + pairs]


def _made(style: str, source: str, faults: tuple[Fault, ...]) -> Faulty:
    name = f"{style}/{'+'.join(fault.id for fault in faults)}"
    for fault in faults:
        for old, new in fault.edits:
            if source.count(old) != 1:
                raise ValueError(f"{name}: {old!r} stands {source.count(old)} times in the source")
            source = source.replace(old, new)
    places = [
        _divergence(name, source, fault, place)
        for fault in faults
        for place in (fault.place, *fault.also)
    ]
    return Faulty(
        name, style, faults, source, Truth(places[0], tuple(places[1:]), _outcome(faults))
    )


def _outcome(faults: tuple[Fault, ...]) -> Outcome:
    return next((f.outcome for f in faults if f.outcome != "wrong_value"), "wrong_value")


def _divergence(name: str, source: str, fault: Fault, place: Place) -> Divergence:
    lines = frozenset(_line(name, source, anchor) for anchor in place.at)
    return Divergence(place.step, lines, fault.pitfall, frozenset(place.accept) - {place.step})


def _line(name: str, source: str, anchor: str) -> int:
    ends = {m.end() for m in re.finditer(re.escape(anchor), source)}
    found = sorted({source.count("\n", 0, end) + 1 for end in ends})
    if len(found) != 1:
        raise ValueError(f"{name}: the anchor {anchor!r} ends in {len(found)} lines")
    return found[0]
