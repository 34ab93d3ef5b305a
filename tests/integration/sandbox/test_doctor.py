"""The doctor, and that each of its probes can fail."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path

import pytest

from sandbox import doctor
from sandbox.pool import Pool
from sandbox.probes import PROBES, Probe
from sandbox.protocol import RunResult, RunStatus, Tier

ROOT = Path(__file__).parents[3]
OF_LIMITS = {
    "NumPy runs",
    "memory limit",
    "CPU limit",
    "wall clock limit",
    "output limit",
}
TRIALS = [probe for probe in PROBES if probe.name not in OF_LIMITS]


def test_all_guarantees_hold_here(pool: Pool) -> None:
    report = doctor.probe(pool.info.tier)
    assert report.ok
    assert report.tier is not None
    missing = {row.name for row in report.rows if not (row.enforced or row.optional)}
    if report.tier is Tier.NAMESPACES:
        assert missing == set()
    json.dumps(asdict(report))


def test_a_weaker_tier_says_what_it_lacks(tier: Tier, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "Pool", partial(Pool, tiers=(tier,)))
    report = doctor.probe()
    lacking = [row for row in report.rows if not (row.enforced or row.optional)]
    assert (report.ok, report.tier) == (True, tier)
    assert bool(lacking) is (tier is not Tier.NAMESPACES)
    for row in lacking:
        assert tier.value in row.why_not
        assert "user namespaces" in row.remedy


def test_where_the_required_tier_does_not_hold_it_says_why_and_what_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(doctor, "Pool", partial(Pool, tiers=(Tier.NOOPEN,)))
    report = doctor.probe(Tier.FLAT)
    required, *others = report.rows
    assert (report.ok, report.tier) == (False, Tier.NOOPEN)
    assert (required.name, required.enforced) == ("tier flat or stronger", False)
    assert required.why_not
    assert required.remedy
    assert len(others) == len(doctor.probe().rows)


@pytest.mark.parametrize("probe", TRIALS, ids=lambda probe: probe.name)
def test_without_walls_each_attempt_succeeds(probe: Probe, tmp_path: Path) -> None:
    if "namespaces" in probe.name and os.getuid() != 0:
        pytest.skip("not every user may make namespaces")
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = {
            "file": str(secret),
            "port": server.getsockname()[1],
            "process": os.getpid(),
        }
        program = (
            f"{probe.source()}\nimport numpy\nos.chdir({str(tmp_path)!r})\n"
            f"sys.path.insert(0, {str(ROOT)!r})\n"
            f"print('gained' if attempt({target!r}) else 'nothing', flush=True)\nos._exit(0)\n"
        )
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    if probe.name == "no other program":
        # One that says nothing took the place of ours: that, too, is a success.
        assert done.stdout == ""
    else:
        assert done.stdout.startswith("gained")


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
@pytest.mark.parametrize("status", [RunStatus.SANDBOX_FAILED, RunStatus.SYNTAX_ERROR])
def test_a_probe_that_did_not_run_proves_nothing(probe: Probe, status: RunStatus) -> None:
    assert not probe.holds(RunResult(status))
