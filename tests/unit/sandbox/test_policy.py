"""The lanes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandbox.policy import LANES
from sandbox.protocol import Lane, Limits


@pytest.mark.parametrize("lane", list(Lane))
def test_the_defaults_of_a_lane_are_within_its_bounds(lane: Lane) -> None:
    LANES[lane].check(LANES[lane].default)
    LANES[lane].check(Limits())


@pytest.mark.parametrize("lane", list(Lane))
@pytest.mark.parametrize("name", ["wall_seconds", "cpu_seconds", "memory_bytes", "output_bytes"])
def test_more_than_there_is_or_nothing_is_refused(lane: Lane, name: str) -> None:
    most = getattr(LANES[lane].most, name)
    for asked in (most * 2, 0, -1):
        with pytest.raises(ValueError, match=name):
            LANES[lane].check(replace(Limits(), **{name: asked}))
    with pytest.raises(ValueError, match="cpu_seconds"):
        LANES[lane].check(Limits(cpu_seconds=float("nan")))
