"""Modules of the standard library, recorded, import and behave as they do."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.house.tree import ROOT


def _outcomes(kind: str) -> dict[str, Any]:
    module = "tests.unit.sandbox.recorder.standard_library"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", module, kind],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    outcomes: dict[str, Any] = json.loads(done.stdout)
    return outcomes


@pytest.mark.slow
def test_modules_do_what_they_do() -> None:
    plain, recorded = _outcomes("plain"), _outcomes("recorded")
    assert len(plain) > 60
    doctests = [int(outcome[2].split()[0]) for name, outcome in plain.items() if name != "said"]
    assert sum(doctests) > 500
    different = [name for name in plain if plain[name] != recorded.get(name)]
    assert different == []
