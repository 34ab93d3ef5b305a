"""All attacks, by group."""

from __future__ import annotations

from . import (
    cheats_answers,
    cheats_inside,
    crashes,
    exits,
    files,
    kernel,
    network,
    proc,
    processes,
    resources,
)
from .attack import Attack
from .cheat import Cheat

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

CHEATS: tuple[Cheat, ...] = (*cheats_inside.CHEATS, *cheats_answers.CHEATS)

SMOKE = frozenset(
    {
        "fork",
        "thread",
        "execve",
        "kill the bystander",
        "trace the bystander",
        "environment of the bystander",
        "write at one",
        "abort",
        "leave with 0",
        "never leave",
        "forge a value and return",
        "forge a fault of the sandbox",
        "read a secret",
        "write into the secret",
        "new file in /tmp",
        "user namespace",
        "io_uring",
        "memory to write and run",
        "shared memory of System V",
        "bytearray",
        "loop",
        "sleep",
        "prints",
        "TCP",
        "connect by a path",
        "descriptors that are inherited",
    }
)
"""What is shown in every run of the tests; the rest takes minutes."""
