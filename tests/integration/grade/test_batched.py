"""Tests that share a process get the verdicts that they get when each has its own."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app import bootstrap
from app.domain.cases import submit_cases
from app.domain.problem import Problem
from app.domain.report import Report
from app.ports import Batch, Runner
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers
from app.settings import read_settings
from sandbox.protocol import RunRequest, RunResult, RuntimeInfo

SUBMISSIONS = sorted((bootstrap.PROBLEMS / "vit-encoder-block" / "submissions").rglob("*.py"))
SMOKE = {"einsum.py", "in_place.py", "causal_mask.py", "no_scale.py"}
MEASURED = {"wall_ms", "cpu_ms"}


class Alone:
    """A runner that gives every test a process of its own."""

    def __init__(self, runner: Runner) -> None:
        self._runner = runner

    @contextmanager
    def batch(self) -> Iterator[Batch]:
        with self._runner.batch() as self._batch:
            yield self

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        return self._batch.run(request, alone=True, then=then)

    def author(self, request: RunRequest) -> RunResult:
        return self._runner.author(request)

    def info(self) -> RuntimeInfo:
        return self._runner.info()

    def close(self) -> None:
        """The other one's owner closes it."""


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    settings = read_settings({"TRACEGRADE_DATA": str(tmp_path_factory.mktemp("data"))})
    return bootstrap.catalog(settings).get("vit-encoder-block")


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    settings = read_settings({"TRACEGRADE_DATA": str(tmp_path_factory.mktemp("data"))})
    runner = bootstrap.runner(settings)
    yield runner
    runner.close()


@pytest.fixture(scope="module")
def answers(runner: Runner, tmp_path_factory: pytest.TempPathFactory) -> ReferenceAnswers:
    settings = read_settings({"TRACEGRADE_DATA": str(tmp_path_factory.mktemp("data"))})
    return bootstrap.answers(settings, runner)


def facts(report: Report) -> list[dict[str, object]]:
    """All that the tests say but for what a clock measured."""
    return [test.model_dump(exclude=MEASURED) for test in report.tests]


def graded(problem: Problem, source: str, runner: Runner, answers: ReferenceAnswers) -> Report:
    cases = submit_cases(problem, "a submission")
    return judge(problem, source, cases, runner=runner, answers=answers, clock=time.perf_counter)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=[] if path.name in SMOKE else [pytest.mark.full])
        for path in SUBMISSIONS
    ],
)
def test_a_submission(
    problem: Problem, runner: Runner, answers: ReferenceAnswers, path: Path
) -> None:
    source = path.read_text("utf-8")
    together = graded(problem, source, runner, answers)
    alone = graded(problem, source, Alone(runner), answers)
    assert facts(together) == facts(alone)
    assert (together.verdict, together.points) == (alone.verdict, alone.points)


RIGHT = (bootstrap.PROBLEMS / "vit-encoder-block/submissions/accepted/einsum.py").read_text("utf-8")

AWKWARD = {
    "fails from its third call in one process": "if n >= 3: raise RuntimeError('too often')",
    "ends its process at its fourth call": "if n >= 4: os._exit(0)",
    "hangs at its second call": "while n >= 2: time.sleep(1)",
    "crashes at its second call": "if n >= 2: os.abort()",
    "prints how often it was called": "print(min(n, 1))",
    "fills its process": "builtins.__dict__.setdefault('kept', []).append(bytearray(100 << 20))",
    "always hangs after a right answer": "atexit.register(time.sleep, 100)",
    "leaves everything changed": (
        "np.seterr(all='raise'); np.random.seed(1); sys.setrecursionlimit(200); np.exp = None"
    ),
    "spoils its inputs at its second call": "x[...] = 0 if n >= 2 else x",
    "fails in half of the tests": "if len(x) % 2: raise ValueError(len(x))",
}
"""What a learner's function does first; ``n`` counts its calls in one process."""

COUNTING = """
import atexit, builtins, os, sys, time
_right = vit_encoder_block
def vit_encoder_block(x, *rest):
    builtins.calls = n = getattr(builtins, 'calls', 0) + 1
    y = _right(x.copy(), *rest)
    {first}
    return y
"""


@pytest.mark.full
@pytest.mark.parametrize("name", AWKWARD)
def test_a_submission_that_behaves_otherwise_the_second_time(
    problem: Problem, runner: Runner, answers: ReferenceAnswers, name: str
) -> None:
    source = RIGHT + COUNTING.format(first=AWKWARD[name])
    together = graded(problem, source, runner, answers)
    alone = graded(problem, source, Alone(runner), answers)
    assert facts(together) == facts(alone)
