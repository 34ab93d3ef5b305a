"""Grading one source of the tiny problem, with a sandbox in memory."""

from __future__ import annotations

import itertools

from app.domain.cases import submit_cases
from app.services.judge import judge
from app.services.reference_answers import ReferenceFailed
from sandbox.protocol import RunResult, RunStatus
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers
from tests.fakes.runner import FakeRunner

PROBLEM = scaled_sum()
CASES = submit_cases(PROBLEM, "any")
FAILED = RunResult(status=RunStatus.SANDBOX_FAILED, detail="the zygote died")


def right(x, factor):
    return factor * x.sum(axis=1)


def judged(step, *, cases=CASES, answers=None, source="code", **options):
    runner = options.pop("runner", None) or FakeRunner({source: step})
    ticks = itertools.count()
    return judge(
        PROBLEM,
        source,
        cases,
        runner=runner,
        answers=answers or FakeAnswers(),
        clock=lambda: next(ticks) / 1000,
        **options,
    )


class Unreliable(FakeAnswers):
    """Fails as often as told before it answers."""

    failures = 0
    error = ReferenceFailed

    def expected(self, problem, case):
        if self.failures:
            self.failures -= 1
            raise self.error("the reference failed", "look at it")
        return super().expected(problem, case)
