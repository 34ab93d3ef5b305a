"""What a fault is: how a correct source is changed, and the truth about the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Outcome = Literal[
    "wrong_value", "wrong_shape", "wrong_dtype", "wrong_type", "exception", "time_limit"
]
Edit = tuple[str, str]


@dataclass(frozen=True)
class Place:
    """A diverging step, with anchors: texts of the faulty source, each ending in one line only."""

    step: str
    at: tuple[str, ...]
    accept: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One mistake: ``edits`` make it (each old text stands once); it shows at ``also`` too."""

    id: str
    edits: tuple[Edit, ...]
    place: Place
    pitfall: str | None = None
    outcome: Outcome = "wrong_value"
    also: tuple[Place, ...] = ()


def fault(
    id: str,
    step: str,
    edits: list[Edit],
    *at: str,
    pitfall: str | None = None,
    outcome: Outcome = "wrong_value",
    accept: tuple[str, ...] = (),
    also: tuple[Place, ...] = (),
) -> Fault:
    """A mistake first seen at ``step`` and made in a line with one of ``at``.

    ``accept`` are further steps that describe the very same mistake just as rightly: a norm that
    is left out is one that ln2 lacks, and it is hidden that gets the wrong input.
    """
    return Fault(id, tuple(edits), Place(step, at, accept), pitfall, outcome, also)


def pitfall(id: str, step: str, edits: list[Edit], *at: str, **more: Any) -> Fault:
    """A mistake that is one of the problem's pitfalls, and has its name."""
    return fault(id, step, edits, *at, pitfall=id, **more)
