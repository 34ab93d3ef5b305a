"""That the attacks can succeed: without walls, the same programs get what they want."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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
