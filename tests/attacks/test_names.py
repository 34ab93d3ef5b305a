"""The attacks as a list: many, each with a name of its own."""

from __future__ import annotations

from collections import Counter

from .cheats_between import CHEATS as CHEATS_BETWEEN
from .groups import CHEATS, GROUPS, SMOKE

ENOUGH = 150


def test_names_are_unique_and_many() -> None:
    names = Counter(attack.name for attacks in GROUPS.values() for attack in attacks)
    names.update(cheat.name for cheat in (*CHEATS, *CHEATS_BETWEEN))
    assert [name for name, times in names.items() if times > 1] == []
    assert len(names) >= ENOUGH


def test_those_shown_in_every_run_exist() -> None:
    assert {attack.name for attacks in GROUPS.values() for attack in attacks} >= SMOKE
