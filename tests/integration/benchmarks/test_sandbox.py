"""The sandbox's benchmark: it measures what it says, and its bars can fail."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "benchmarks" / "sandbox.py"

STATUS_OF_A_CHILD = """
import sys
sys.path.append(sys.argv[1])
from benchmarks.pooled import Unprotected
from benchmarks.works import Work
source = "def status():\\n    return open('/proc/self/status').read()\\n"
variant = Unprotected(1)
print(*variant.run(Work("status", source, "status", ({},), ()), 1))
variant.close()
"""


@pytest.fixture
def report(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    # Last, so that an installed package stays what is tested.
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT)])
    return importlib.import_module("benchmarks.report")


def measured(report: ModuleType, full: float, bwrap: float, rate: float) -> object:
    """A measurement in which the unprotected fork takes 1 second and reaches 100 a second."""
    seconds = {
        (name, "ViT block", tests): [value]
        for name, value in (
            ("unprotected fork", 1.0),
            ("namespaces", full),
            ("python + bwrap", bwrap),
        )
        for tests in (1, 10)
    }
    many = report.environment.processors()
    per_second = {("unprotected fork", 1, many): [100.0], ("namespaces", 1, many): [rate]}
    return report.Measured({}, 0.0, seconds=seconds, per_second=per_second)


@pytest.mark.parametrize(
    ("full", "bwrap", "rate", "holds"),
    [
        (1.15, 11.5, 80.0, [True, True, True, True, True]),
        (1.16, 11.5, 80.0, [False, False, False, True, True]),
        (1.0, 9.0, 80.0, [True, True, False, True, True]),
        (1.0, 7.9, 79.0, [True, True, False, False, False]),
    ],
)
def test_bars(
    report: ModuleType, full: float, bwrap: float, rate: float, holds: list[bool]
) -> None:
    assert [bar.holds for bar in report.bars(measured(report, full, bwrap, rate))] == holds


def test_what_was_not_measured_does_not_hold(report: ModuleType) -> None:
    assert [bar.holds for bar in report.bars(report.Measured({}, 0.0))] == [False] * 5


@pytest.mark.slow
def test_the_unprotected_fork_has_no_walls() -> None:
    command = [sys.executable, "-c", STATUS_OF_A_CHILD, str(ROOT)]
    status = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "Seccomp:\t0" in status
    assert "NoNewPrivs:\t0" in status


@pytest.mark.full
def test_every_variant_is_measured_or_said_to_be_missing(tmp_path: Path) -> None:
    samples = tmp_path / "samples.json"
    command = [sys.executable, str(SCRIPT), "--rounds", "2", "--json", str(samples)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = json.loads(samples.read_text(encoding="utf-8"))
    for name in ("python", "yardstick", "unprotected fork", "namespaces", "flat", "noopen"):
        times = found["seconds"].get(f"{name} | ViT block | 10", [])
        assert len(times) == (2 if name == "python" else 8) or name in found["unavailable"]
        assert name in text
    assert len(found["bars"]) == 5
