"""The lock files hold versions and hashes, and say nothing of where to get them."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from tests.house.tree import ROOT

LOCKS = ("run", "dev", "build")
PIN = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>[\w.+!]+)(?: ; (?P<marker>.+))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def _pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _entries(lock: str) -> list[list[str]]:
    """Each pin of the lock with the lines of its hashes."""
    text = (ROOT / f"requirements/{lock}.lock").read_text(encoding="utf-8")
    lines = [line.rstrip("\\").rstrip() for line in text.splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if not line.startswith(" ")]
    return [lines[a:b] for a, b in zip(starts, [*starts[1:], len(lines)], strict=True)]


def _pins(lock: str) -> dict[str, str]:
    found = {}
    for entry in _entries(lock):
        match = PIN.fullmatch(entry[0])
        assert match, f"not a pin: {entry[0]}"
        found[match["name"]] = match["version"]
    return found


def _names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=!~ ;\[]", item)[0].lower().replace("_", "-") for item in requirements}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_no_address(lock: str) -> None:
    for pin, *hashes in _entries(lock):
        assert PIN.fullmatch(pin)
        assert hashes
        assert all(HASH.fullmatch(line.strip()) for line in hashes), pin


def test_locks_agree_and_cover_what_is_declared() -> None:
    project = _pyproject()
    run, dev, build = (_pins(lock) for lock in LOCKS)
    assert _names(project["project"]["dependencies"]) <= run.keys()
    assert _names(project["dependency-groups"]["dev"]) <= dev.keys()
    assert run.items() <= dev.items()
    assert build.items() <= dev.items()


def test_the_build_is_pinned_once() -> None:
    project = _pyproject()
    pinned = project["build-system"]["requires"]
    assert project["dependency-groups"]["build"] == pinned
    build = _pins("build")
    assert all(build[pin.split("==")[0]] == pin.split("==")[1] for pin in pinned)


def test_the_front_end_lock_has_integrity_and_no_address() -> None:
    packages = json.loads((ROOT / "frontend/package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: entry for name, entry in packages.items() if name}
    assert installed
    assert [name for name, entry in installed.items() if "integrity" not in entry] == []
    assert [name for name, entry in installed.items() if "resolved" in entry] == []
