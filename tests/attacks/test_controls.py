"""That the attacks can succeed: without walls, the same programs get what they want."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.pool import Pool
from sandbox.protocol import Lane, Module, SandboxUnavailable, Tier

from . import arena as arenas
from .arena import NOBODY, SECRET, Targets, left_behind
from .attack import MARK
from .groups import GROUPS

SCRIPT = Path(__file__).with_name("unprotected.py")


@pytest.mark.full
@pytest.mark.parametrize("group", GROUPS)
def test_without_walls_an_attack_succeeds(group: str) -> None:
    attacks = [attack for attack in GROUPS[group] if attack.control]
    assert attacks
    targets = Targets()
    try:
        asked = {
            "user": None if os.getuid() else NOBODY,
            "target": targets.values(),
            "secret": SECRET,
            "mark": MARK,
            "sources": [attack.source() for attack in attacks],
        }
        done = subprocess.run(
            [sys.executable, SCRIPT], input=json.dumps(asked), capture_output=True, text=True
        )
    finally:
        targets.close()
    assert done.returncode == 0, done.stderr
    endings = dict(zip([attack.name for attack in attacks], json.loads(done.stdout), strict=True))
    assert endings == {attack.name: attack.control for attack in attacks}
    assert left_behind() == []


def test_what_is_left_behind_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / f"x-{MARK}").write_text("")
    assert left_behind() == [str(tmp_path / f"x-{MARK}")]


def test_a_change_of_the_targets_is_found() -> None:
    targets = Targets()
    try:
        targets.check()
        targets.file.write_text("changed")
        with pytest.raises(AssertionError):
            targets.check()
        targets.file.write_text(SECRET)
        os.kill(targets.bystander.pid, 19)
        os.waitid(os.P_PID, targets.bystander.pid, os.WSTOPPED | os.WNOWAIT)
        with pytest.raises(AssertionError, match="stopped"):
            targets.check()
        targets.bystander.kill()
        targets.bystander.wait()
        with pytest.raises(AssertionError, match="dead"):
            targets.check()
    finally:
        targets.close()


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arenas, "_SECONDS_TO_END", 0.1)


@pytest.mark.full
@pytest.mark.usefixtures("quick")
def test_a_process_that_is_left_is_found() -> None:
    with pytest.raises(AssertionError, match="a process is left"), arenas.arena(_tier()):
        left = subprocess.Popen(["sleep", "1000"])
    left.kill()
    left.wait()


@pytest.mark.full
def test_a_descriptor_that_is_left_is_found() -> None:
    with pytest.raises(AssertionError, match="a descriptor is left"), arenas.arena(_tier()):
        left = os.open(os.devnull, os.O_RDONLY)
    os.close(left)


@pytest.mark.full
def test_a_good_submission_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Module("bad", "def f(x):\n    return x\n", "bad.py")
    with arenas.arena(_tier()) as arena, monkeypatch.context() as patch:
        patch.setattr(arenas, "GOOD", bad)
        with pytest.raises(AssertionError):
            arena.check()


def _tier() -> Tier:
    """The strongest of this machine."""
    try:
        with Pool(Lane.LEARNER) as pool:
            return pool.info.tier
    except SandboxUnavailable as error:
        pytest.skip(str(error))
