"""A real sandbox, and a short way to grade a source for the tiny problem in it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app import bootstrap
from app.domain.cases import submit_cases
from app.domain.problem import Problem
from app.domain.report import Report
from app.library.package import load_package
from app.ports import Runner
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers
from app.settings import Settings, read_settings
from sandbox.protocol import SandboxUnavailable
from tests.builders.package import REFERENCES, write_package

Grade = Callable[[str], Report]

LIMITS = {"wall_seconds": 4.0, "cpu_seconds": 0.5, "memory_bytes": 256 * 2**20}


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    data = tmp_path_factory.mktemp("data")
    return read_settings({"TRACEGRADE_DATA": str(data), "TRACEGRADE_WORKERS": "1"})


@pytest.fixture(scope="session")
def runner(settings: Settings) -> Iterator[Runner]:
    runner = bootstrap.runner(settings)
    try:
        runner.info()
    except SandboxUnavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    yield runner
    runner.close()


@pytest.fixture(scope="session")
def answers(settings: Settings, runner: Runner) -> ReferenceAnswers:
    return bootstrap.answers(settings, runner)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_package(tmp_path_factory.mktemp("packages"), limits=LIMITS)


@pytest.fixture(scope="session")
def problem(folder: Path) -> Problem:
    return load_package(folder, shipped=False, references=REFERENCES)


@pytest.fixture(scope="session")
def grade(problem: Problem, runner: Runner, answers: ReferenceAnswers) -> Grade:
    cases = submit_cases(problem, "integration")

    def run(source: str) -> Report:
        return judge(
            problem, source, cases, runner=runner, answers=answers, clock=time.perf_counter
        )

    return run
