"""The command ``sandbox doctor``, over rows given by the test."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from app.cli import sandbox
from app.cli.main import cli
from sandbox.doctor import DoctorReport, Row
from sandbox.protocol import Tier

HOLDS = Row("no network", True, "empty network namespace")
FAILS = Row("no file names", False, "own root", why_not="seen: /etc", remedy="allow namespaces")


@pytest.fixture
def doctor(monkeypatch):
    def run(report, *options):
        asked = []

        def probe(require):
            asked.append(require)
            return report

        monkeypatch.setattr(sandbox, "probe", probe)
        result = CliRunner().invoke(cli, ["sandbox", "doctor", *options])
        return result, asked

    return run


def test_a_machine_that_is_strong_enough_exits_with_0(doctor):
    result, _ = doctor(DoctorReport((HOLDS,), Tier.NAMESPACES, True))
    assert result.exit_code == 0
    assert "no network  yes       empty network namespace" in result.stdout
    assert result.stdout.endswith("required: any tier, which holds\ntier: namespaces\n")


def test_what_does_not_hold_is_explained_with_its_remedy(doctor):
    result, _ = doctor(DoctorReport((HOLDS, FAILS), Tier.FLAT, False))
    assert result.exit_code == 3
    assert "no file names:\n  seen: /etc\n  allow namespaces\n" in result.stdout


def test_what_is_optional_is_not_called_missing(doctor):
    optional = Row("one bound", False, "cgroup v2", "not delegated", "see systemd", optional=True)
    result, _ = doctor(DoctorReport((HOLDS, optional), Tier.NAMESPACES, True))
    assert result.exit_code == 0
    assert "one bound   not needed  cgroup v2" in result.stdout
    assert "one bound:\n  not delegated\n  see systemd\n" in result.stdout


def test_without_any_tier_it_says_none(doctor):
    result, _ = doctor(DoctorReport((), None, False))
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (3, "tier: none")


def test_json_has_the_rows(doctor):
    result, _ = doctor(DoctorReport((HOLDS, FAILS), Tier.FLAT, True), "--json")
    document = json.loads(result.stdout)
    assert (document["tier"], document["ok"], document["required"]) == ("flat", True, None)
    assert document["rows"][1]["remedy"] == "allow namespaces"


def test_the_required_tier_is_that_of_the_settings(doctor, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_SANDBOX_REQUIRE", "flat")
    result, asked = doctor(DoctorReport((), Tier.FLAT, True))
    assert asked == [Tier.FLAT]
    assert "required: flat, which holds" in result.stdout


def test_an_option_says_more_than_the_settings(doctor, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_SANDBOX_REQUIRE", "flat")
    result, asked = doctor(DoctorReport((FAILS,), Tier.FLAT, False), "--require", "namespaces")
    assert asked == [Tier.NAMESPACES]
    assert result.exit_code == 3
    assert "required: namespaces, which DOES NOT HOLD\ntier: flat\n" in result.stdout


def test_where_there_is_no_sandbox_it_names_the_way_without(doctor):
    result, _ = doctor(DoctorReport((), None, False))
    assert "--unprotected" in result.stdout
