"""The command ``grade``, with a sandbox in memory."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from app import bootstrap
from app.cli.main import cli
from app.domain.diagnosis import Diagnosis
from app.services.diagnose import Diagnoser
from sandbox.protocol import RunResult, RunStatus, SandboxUnavailable
from tests.builders.diagnoses import diagnosis
from tests.builders.package import write_package
from tests.fakes.runner import FakeRunner

RIGHT, WRONG, EVIL = "# right\n", "# wrong\n", "# evil\n"
MISSING = SandboxUnavailable("no user namespaces")


def sums(x, factor):
    return factor * x.sum(axis=1)


@pytest.fixture
def runner(monkeypatch):
    runner = FakeRunner(
        {
            RIGHT: sums,
            WRONG: lambda x, factor: x.sum(axis=1),
            EVIL: RunResult(status=RunStatus.CRASHED, signal=11, stdout="\x1b[2J"),
            "# broken\n": RunResult(status=RunStatus.SANDBOX_FAILED, detail="it died"),
            "# missing\n": MISSING,
        },
        {"output": lambda inputs: sums(**inputs)},
    )
    monkeypatch.setattr(bootstrap, "runner", lambda settings: runner)
    return runner


@pytest.fixture
def grade(runner, tmp_path, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path / "data"))
    folder = write_package(tmp_path)

    def run(source, *options, problem=folder):
        file = tmp_path / "solution.py"
        file.write_text(source, encoding="utf-8")
        return CliRunner().invoke(cli, ["grade", str(problem), str(file), *options])

    return run


def test_an_accepted_solution_exits_with_0(grade, runner):
    result = grade(RIGHT)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "scaled-sum: accepted, 6 of 6 points" in result.stdout
    assert "\x1b" not in result.stdout
    assert runner.closed


def test_a_wrong_solution_exits_with_1_and_says_what_is_wrong(grade):
    result = grade(WRONG)
    assert result.exit_code == 1
    assert "wrong values" in result.stdout
    assert "the largest error is" in result.stdout


@pytest.mark.parametrize("source", ["# broken\n", "# missing\n"])
def test_a_failure_of_the_grader_exits_with_3(grade, runner, source):
    if source == "# missing\n":
        runner.runtime = MISSING
    result = grade(source)
    assert result.exit_code == 3
    assert "the grader failed" in result.stdout
    assert ("--unprotected" in result.stderr) is (source == "# missing\n")


def test_the_examples_alone(grade, runner):
    assert grade(RIGHT, "--examples").exit_code == 0
    assert len(runner.learner_requests) == 1


def test_json_is_the_report(grade):
    result = grade(WRONG, "--json")
    report = json.loads(result.stdout)
    assert (result.exit_code, report["verdict"]) == (1, "wrong_value")
    assert report["schema"] == "tracegrade.report/1"
    hidden = [test for test in report["tests"] if test["hidden"] and test["bad_count"]]
    assert hidden
    assert hidden[0]["message"]


@pytest.fixture
def found(monkeypatch):
    """Gives what is to be found wrong with every solution that fails."""
    made = {"diagnosis": diagnosis()}
    monkeypatch.setattr(Diagnoser, "diagnose", lambda *_: made["diagnosis"])
    return made


def test_where_it_goes_wrong_follows_the_report(grade, found):
    shown = grade(WRONG).stdout
    assert shown.index("scaled-sum: wrong values") < shown.index("Line 3: “Product” is the first")
    assert json.loads(grade(WRONG, "--json").stdout)["diagnosis"]["relation"] in shown


def test_a_diagnosis_that_knows_nothing_is_silent(grade, found):
    found["diagnosis"] = Diagnosis(case="trace case", public=True)
    assert grade(WRONG).stdout.endswith("sandbox: namespaces)\n")


def test_as_learner_keeps_hidden_tests_closed(grade):
    report = json.loads(grade(WRONG, "--json", "--as-learner").stdout)
    hidden = [test for test in report["tests"] if test["hidden"]]
    assert hidden
    assert {test[key] for test in hidden for key in ("message", "bad_count", "wall_ms")} == {None}


def test_the_same_file_gets_the_same_tests_and_another_one_others(grade, runner):
    grade(RIGHT)
    grade(RIGHT)
    grade(WRONG)
    seeds = [request.seed for request in runner.learner_requests]
    count = len(seeds) // 3
    assert seeds[:count] == seeds[count : 2 * count]
    assert seeds[:count] != seeds[2 * count :]


def test_prints_cannot_steer_the_terminal(grade):
    result = grade(EVIL)
    assert "\\x1b[2J" in result.stdout
    assert "\x1b" not in result.stdout


def test_the_file_can_come_from_standard_input(runner, grade, tmp_path):
    result = CliRunner().invoke(cli, ["grade", str(tmp_path / "scaled-sum"), "-"], input=RIGHT)
    assert result.exit_code == 0


@pytest.mark.parametrize("file", ["missing.py", "."])
def test_a_file_that_cannot_be_read_exits_with_2(grade, tmp_path, file):
    problem, path = str(tmp_path / "scaled-sum"), str(tmp_path / file)
    result = CliRunner().invoke(cli, ["grade", problem, path])
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")


def test_an_unknown_problem_exits_with_2_and_names_the_near_ones(grade):
    result = grade(RIGHT, problem="vit-encoder-blok")
    assert result.exit_code == 2
    assert "vit-encoder-block" in result.stderr


def test_a_problem_like_no_other_exits_with_2_and_names_the_command_that_lists_them(grade):
    result = grade(RIGHT, problem="nosuch")
    assert result.exit_code == 2
    assert "`tracegrade problem list` prints" in result.stderr


def test_a_file_without_a_name_is_explained(grade, tmp_path):
    result = CliRunner().invoke(cli, ["grade", str(tmp_path / "scaled-sum"), ""])
    assert result.exit_code == 2
    assert "name of the file is empty" in result.stderr


def test_all_faults_of_an_invalid_package_are_printed(grade, tmp_path):
    folder = write_package(tmp_path / "bad", title=None, difficulty="epic")
    result = grade(RIGHT, problem=folder)
    assert result.exit_code == 2
    assert "The problem package has 2 faults" in result.stderr
    assert "problem.yaml" in result.stderr
    assert "title" in result.stderr
    assert "difficulty" in result.stderr


def test_a_bad_setting_exits_with_2(grade, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_WORKERS", "many")
    result = grade(RIGHT)
    assert result.exit_code == 2
    assert "TRACEGRADE_WORKERS" in result.stderr


def test_wrong_usage_exits_with_2():
    assert CliRunner().invoke(cli, ["grade"]).exit_code == 2


@pytest.mark.parametrize(
    "words", [[], ["grade"], ["problem"], ["problem", "list"], ["sandbox"], ["sandbox", "doctor"]]
)
def test_every_command_has_help(words):
    result = CliRunner().invoke(cli, [*words, "--help"])
    assert result.exit_code == 0
    assert "Usage: " in result.stdout
