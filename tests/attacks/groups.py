"""All attacks, by group."""

from __future__ import annotations

from . import crashes, exits, proc, processes
from .attack import Attack

GROUPS: dict[str, tuple[Attack, ...]] = {
    "processes": processes.ATTACKS,
    "proc": proc.ATTACKS,
    "crashes": crashes.ATTACKS,
    "exits": exits.ATTACKS,
}

SMOKE = frozenset(
    {
        "fork",
        "thread",
        "execve",
        "kill the bystander",
        "environment of the bystander",
        "abort",
        "read at zero",
        "leave with 0",
        "forge a value and return",
        "never leave",
    }
)
