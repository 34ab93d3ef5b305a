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
    return [
        pytest.param(
            (tier, group),
            attack,
            id=f"{tier.value}-{group}-{attack.name}",
            marks=_marks(tier, attack),
        )
        for tier in Tier
        for group, attacks in GROUPS.items()
        for attack in attacks
    ]


def _marks(tier: Tier, attack: Attack) -> list[pytest.MarkDecorator]:
    marks = [] if attack.name in SMOKE else [pytest.mark.full]
    if tier in attack.undecided:
        marks.append(pytest.mark.xfail(reason=attack.undecided[tier], strict=True))
    return marks


@pytest.mark.parametrize(("arena", "attack"), _cases(), indirect=["arena"], scope="module")
def test_an_attack(arena: Arena, attack: Attack) -> None:
    arena.attack(attack)
