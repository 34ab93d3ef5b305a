"""The judge over one pool: as it grades, or with a process for each test."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from app.domain.case import Case
from app.domain.cases import submit_cases
from app.domain.problem import Limits as ProblemLimits
from app.domain.problem import Problem, ProblemSpec
from app.domain.report import Report
from app.services.judge import judge
from sandbox.pool import Batch, Pool
from sandbox.protocol import RunRequest, RunResult, RuntimeInfo
from tests.builders.package import specification
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers


class PoolRunner:
    """A ``Runner`` of one tier that notes all its runs; the answers come from elsewhere."""

    def __init__(self, pool: Pool, *, together: bool) -> None:
        """``together``: tests may share a process."""
        self._pool = pool
        self._together = together
        self._batch: Batch | None = None
        self.results: list[RunResult] = []

    @contextmanager
    def batch(self) -> Iterator[PoolRunner]:
        with self._pool.batch() as self._batch:
            yield self

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        assert self._batch is not None
        result = self._batch.run(request, alone=alone or not self._together, then=then)
        self.results.append(result)
        return result

    def author(self, request: RunRequest) -> RunResult:
        raise AssertionError("nobody asks for a reference here")

    def info(self) -> RuntimeInfo:
        return self._pool.info

    def close(self) -> None:
        self._pool.close()


class Grader:
    """Grades sources for ``scaled_sum``; ``results`` are the runs of the last one."""

    def __init__(self, pool: Pool, limits: ProblemLimits | None = None) -> None:
        spec = ProblemSpec.model_validate(specification())
        limits = limits or spec.limits
        self.problem: Problem = scaled_sum(spec=spec.model_copy(update={"limits": limits}))
        self.cases = submit_cases(self.problem, "attacked")
        self.results: list[RunResult] = []
        self._pool = pool

    def __call__(
        self, source: str, cases: Sequence[Case] | None = None, *, together: bool = True
    ) -> Report:
        runner = PoolRunner(self._pool, together=together)
        report = judge(
            self.problem,
            source,
            self.cases if cases is None else cases,
            runner=runner,
            answers=FakeAnswers(),  # type: ignore[arg-type]
            clock=time.perf_counter,
        )
        self.results = runner.results
        return report


def verdicts(report: Report) -> list[str]:
    """Of each test."""
    return [test.verdict.value for test in report.tests]
