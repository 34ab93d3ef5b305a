"""``--unprotected`` of both commands, over runners in memory."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from app import bootstrap
from app.cli import unprotected
from app.cli.main import cli
from sandbox.protocol import NoWalls
from tests.builders.package import write_package
from tests.fakes.runner import INFO, FakeRunner

SOURCE = "# right\n"


def sums(x, factor):
    return factor * x.sum(axis=1)


@pytest.fixture
def runner(monkeypatch):
    """Takes the place of the unprotected runner; nobody may ask for the sandbox."""
    runner = FakeRunner(
        {SOURCE: sums},
        {"output": lambda inputs: sums(**inputs)},
        runtime=replace(INFO, tier=NoWalls.UNPROTECTED),
    )
    monkeypatch.setattr(unprotected, "UnprotectedRunner", lambda: runner)
    monkeypatch.setattr(bootstrap, "runner", lambda settings: pytest.fail("the sandbox"))
    return runner


@pytest.fixture
def invoke(tmp_path, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path / "data"))
    folder = write_package(tmp_path)
    file = tmp_path / "solution.py"
    file.write_text(SOURCE, encoding="utf-8")
    words = {"grade": ["grade", str(folder), str(file)], "check": ["problem", "check", str(folder)]}

    def run(command, *options):
        return CliRunner().invoke(cli, [*words[command], *options])

    return run


def test_it_warns_each_time_and_stamps_what_it_prints(runner, invoke):
    for _ in range(2):
        result = invoke("grade", "--unprotected")
        assert result.exit_code == 0
        assert result.stderr.startswith("Warning: --unprotected runs this code WITHOUT A SANDBOX")
        assert "tier: unprotected. This ran WITHOUT A SANDBOX" in result.stdout
    assert runner.closed


def test_the_report_is_stamped(runner, invoke):
    report = json.loads(invoke("grade", "--unprotected", "--json").stdout)
    assert (report["verdict"], report["tier"]) == ("accepted", "unprotected")


@pytest.mark.parametrize("command", ["grade", "check"])
def test_where_the_settings_require_a_sandbox_it_is_refused(runner, invoke, monkeypatch, command):
    monkeypatch.setenv("TRACEGRADE_SANDBOX_REQUIRE", "noopen")
    result = invoke(command, "--unprotected")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "TRACEGRADE_SANDBOX_REQUIRE is noopen" in result.stderr
    assert runner.learner_requests == runner.author_requests == []


def test_what_references_answer_there_does_not_enter_the_cache_of_the_site(
    runner, invoke, tmp_path
):
    invoke("grade", "--unprotected")
    kept = {path.name for path in (tmp_path / "data" / "cache").iterdir()}
    assert kept == {"unprotected"}


def test_a_sandboxed_grading_has_no_stamp(runner, invoke, monkeypatch):
    monkeypatch.setattr(bootstrap, "runner", lambda settings: runner)
    runner.runtime = INFO
    result = invoke("grade")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "WITHOUT A SANDBOX" not in result.stdout


def test_no_tier_that_may_be_required_is_unprotected(invoke, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_SANDBOX_REQUIRE", "unprotected")
    result = invoke("grade")
    assert result.exit_code == 2
    assert "give one of namespaces, flat, noopen" in result.stderr
    assert CliRunner().invoke(cli, ["sandbox", "doctor", "--require", "unprotected"]).exit_code == 2
