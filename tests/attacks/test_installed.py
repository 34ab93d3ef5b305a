"""Every attack, cheat and layer once more against the installed wheel: as the user who runs the
tests, and, where that is root, as one without any privilege.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.protocol import Tier

from .world import ORDINARY, World, build, interpreters

IS_ROOT = os.getuid() == 0
FILES = [f"tests/attacks/test_{name}.py" for name in ("attacks", "cheats", "batches")]
PARTS = {
    **{tier.value: ["-k", f"{tier.value} and not careless", *FILES] for tier in Tier},
    "layers": ["tests/attacks/test_ablation.py"],
}

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    """Of an interpreter that the ordinary user can start, where there is one."""
    found = next(interpreters(ORDINARY if IS_ROOT else None), None) or next(interpreters(None))
    with tempfile.TemporaryDirectory(prefix="world-") as folder:
        yield build(Path(folder), found)


def test_as_who_runs_the_tests(world: World, tmp_path: Path) -> None:
    _attack(world, tmp_path, None)


@pytest.mark.skipif(not IS_ROOT, reason="only root can become another user")
def test_as_an_ordinary_user(world: World, tmp_path: Path) -> None:
    if next(interpreters(ORDINARY), None) is None:
        reason = (
            f"user {ORDINARY} can start no Python of this version here: it is in private places"
        )
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    _attack(world, tmp_path, ORDINARY)


def _attack(world: World, folder: Path, user: int | None) -> None:
    """All parts at once: much of the time is waiting."""
    running = {
        name: world.start(arguments, folder / name, user) for name, arguments in PARTS.items()
    }
    codes = {name: process.wait() for name, process in running.items()}
    reports = {name: (folder / name).read_text(errors="replace") for name in PARTS}
    assert codes == dict.fromkeys(PARTS, 0), "\n".join(reports.values())
    for report in reports.values():
        origin, _, tested = report.partition("\n--\n")
        modules, path = origin.splitlines()[:2], origin.splitlines()[2:]
        assert all(Path(module).is_relative_to(world.packages) for module in modules)
        assert str(Path(__file__).parents[2]) not in path
        assert " passed" in tested
