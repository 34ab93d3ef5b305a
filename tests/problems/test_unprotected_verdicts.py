"""Verdicts without a sandbox are those in it, test by test, for the shipped submissions."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import bootstrap
from app.domain.case import Case
from app.domain.cases import run_cases, submit_cases
from app.domain.problem import Problem
from app.ports import Runner
from app.runner.unprotected import UnprotectedRunner
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers
from app.settings import Settings, read_settings
from sandbox.protocol import SandboxUnavailable

FOLDER = bootstrap.PROBLEMS / "vit-encoder-block" / "submissions"
EVERY = sorted(path for kind in ("accepted", "rejected") for path in (FOLDER / kind).glob("*.py"))
FEW = [
    path
    for path in EVERY
    if path.stem in ("einsum", "first_image_only", "list_returned", "other_name")
]

Grader = tuple[Runner, ReferenceAnswers]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return read_settings({"TRACEGRADE_DATA": str(tmp_path_factory.mktemp("data"))})


@pytest.fixture(scope="module")
def problem(settings: Settings) -> Problem:
    return bootstrap.catalog(settings).get("vit-encoder-block")


@pytest.fixture(scope="module")
def walled(settings: Settings) -> Iterator[Grader]:
    runner = bootstrap.runner(settings)
    try:
        runner.info()
    except SandboxUnavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    yield runner, bootstrap.answers(settings, runner)
    runner.close()


@pytest.fixture(scope="module")
def bare(settings: Settings) -> Iterator[Grader]:
    runner = UnprotectedRunner()
    yield runner, bootstrap.answers(settings, runner, walls=False)
    runner.close()


def verdicts(
    problem: Problem, source: str, cases: tuple[Case, ...], grader: Grader
) -> list[tuple[object, ...]]:
    runner, answers = grader
    report = judge(problem, source, cases, runner=runner, answers=answers, clock=time.perf_counter)
    return [
        (test.name, test.verdict, test.reason, test.points, test.stdout) for test in report.tests
    ]


def test_there_are_both_kinds() -> None:
    assert len(FEW) == 4
    assert {path.parent.name for path in EVERY} == {"accepted", "rejected"}
    assert len(EVERY) > 40


@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_the_examples(problem: Problem, path: Path, walled: Grader, bare: Grader) -> None:
    source, cases = path.read_text(encoding="utf-8"), run_cases(problem)
    assert verdicts(problem, source, cases, bare) == verdicts(problem, source, cases, walled)


@pytest.mark.full
@pytest.mark.parametrize("path", EVERY, ids=lambda path: path.stem)
def test_all_tests(problem: Problem, path: Path, walled: Grader, bare: Grader) -> None:
    source, cases = path.read_text(encoding="utf-8"), submit_cases(problem, "unprotected")
    assert verdicts(problem, source, cases, bare) == verdicts(problem, source, cases, walled)
