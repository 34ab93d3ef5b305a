"""Every attack in every tier, on the real kernel: it ends exactly as it must, and nothing else has
changed.
"""

from __future__ import annotations

import pytest

from sandbox.protocol import Tier

from .arena import Arena
from .attack import Attack
from .groups import GROUPS, SMOKE


def _cases() -> list[object]:
    """A few attacks of all groups in one arena, for every run; and then all, group by group."""
    few = tuple(a for attacks in GROUPS.values() for a in attacks if a.name in SMOKE)
    return [
        pytest.param(
            (tier, group),
            attack,
            id=f"{tier.value}-{group}-{attack.name}",
            marks=marks,
        )
        for groups, marks in (({"few": few}, []), (GROUPS, [pytest.mark.full]))
        for tier in Tier
        for group, attacks in groups.items()
        for attack in attacks
    ]


@pytest.mark.parametrize(("arena", "attack"), _cases(), indirect=["arena"], scope="module")
def test_an_attack(arena: Arena, attack: Attack) -> None:
    arena.attack(attack)
