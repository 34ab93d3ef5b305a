"""All attacks, by group."""

from __future__ import annotations

from . import crashes, exits, files, kernel, network, proc, processes, resources
from .attack import Attack

GROUPS: dict[str, tuple[Attack, ...]] = {
    "processes": processes.ATTACKS,
    "proc": proc.ATTACKS,
    "crashes": crashes.ATTACKS,
    "exits": exits.ATTACKS,
    "files": files.ATTACKS,
    "kernel": kernel.ATTACKS,
    "resources": resources.ATTACKS,
    "network": network.ATTACKS,
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
