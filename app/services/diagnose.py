"""Say where a wrong solution first goes wrong: run it once more, recorded, and search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.cases import arguments_key, drawn_arguments, trace_case
from app.domain.declared import dimensions
from app.domain.diagnosed import FactsInvalid, diagnosed
from app.domain.diagnosis import Diagnosis
from app.domain.identical import is_identical
from app.domain.outcome import test_report
from app.domain.problem import Generated, Problem
from app.domain.report import Report
from app.domain.verdict import Verdict
from app.ports import Batch, Runner
from app.services.reference_answers import ReferenceAnswers, ReferenceFailed
from sandbox.protocol import (
    Limits,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    Trace,
    TraceLimits,
)

CPU_SECONDS = 1.0
"""Of a run that is looked at: the trace case is small, and a learner waits for the diagnosis."""

SEARCH_SECONDS = 0.6
MOST_CHECKED = 3
"""Failing tests on which a known mistake must also explain what came out."""

MOST_ELEMENTS = 1 << 14
"""Of a test's arguments: larger ones take longer to search than they are worth."""

_DIAGNOSED = frozenset(
    {
        Verdict.WRONG_VALUE,
        Verdict.WRONG_SHAPE,
        Verdict.WRONG_DTYPE,
        Verdict.WRONG_TYPE,
        Verdict.NOT_FINITE,
        Verdict.EXCEPTION,
        Verdict.TIME_LIMIT,
        Verdict.MEMORY_LIMIT,
    }
)
_DIFFERS = "The code does not do the same when it is watched, so that nothing can be told."
_UNRECORDED = "What the code computes could not be recorded."


def is_diagnosed(report: Report) -> bool:
    """Whether a test failed in a way that says more when the steps are looked at."""
    return any(test.verdict in _DIAGNOSED for test in report.tests)


@dataclass(frozen=True, slots=True)
class _Look:
    """One case: the run as it is, and recorded."""

    case: Case
    public: bool
    dimensions: dict[str, int]
    plain: RunResult
    traced: RunResult

    @property
    def agrees(self) -> bool:
        """Whether being watched changed nothing."""
        plain, traced = self.plain, self.traced
        if plain.status is not RunStatus.OK and traced.status is RunStatus.UNFINISHED:
            return plain.status in (RunStatus.CPU_LIMIT, RunStatus.WALL_LIMIT, RunStatus.IDLE)
        same = (plain.status, plain.stdout, plain.inputs_modified) == (
            traced.status,
            traced.stdout,
            traced.inputs_modified,
        )
        return same and _same_end(plain, traced)

    @property
    def is_told(self) -> bool:
        """Whether there is a trace that can be trusted."""
        return self.traced.trace is not None and self.agrees

    @property
    def broke(self) -> tuple[int, int] | None:
        """The line where a run ended before its end, and that of the entry function."""
        trace, error = self.traced.trace, self.plain.error
        if error is not None and error.frames:
            return error.frames[-1].line, error.frames[0].line
        if self.plain.status is RunStatus.OK or trace is None or not len(trace.records):
            return None
        line = int(trace.spans[trace.records[-1, 0], 0])
        return line, line

    @property
    def output(self) -> np.ndarray | None:
        returned = self.plain.returned
        value = returned.value if returned is not None else None
        return value if isinstance(value, np.ndarray) else None


class Diagnoser:
    """Diagnoses one source after another; safe to call from several threads."""

    def __init__(self, runner: Runner, answers: ReferenceAnswers) -> None:
        self._runner = runner
        self._answers = answers

    def diagnose(
        self, problem: Problem, source: str, cases: Sequence[Case], report: Report
    ) -> Diagnosis | None:
        """What is known of the mistake behind a report; None where there is none to look for.

        First on the public trace case; where the learner is right there, on a failing test of
        ``cases``, whose values are told only if it is not hidden.  Raises SandboxError and
        ReferenceFailed, which are the grader's own faults.
        """
        if not is_diagnosed(report):
            return None
        with self._runner.batch() as batch:
            learner = _Learner(problem, source, batch)
            look = learner.look(trace_case(problem), public=True)
            if self._is_right(problem, look, source):
                failing = _failing(problem, cases, report)
                if failing is None:
                    return None
                look = learner.look(failing, public=not failing.hidden)
            checked = _checked(problem, cases, report) if look.is_told else []
            checks = learner.outputs(checked)
        return self._told(problem, look, checks)

    def examine(self, problem: Problem, source: str) -> Diagnosis:
        """Which expression computes which step, on the trace case, whether it is right or wrong.

        Raises SandboxError and ReferenceFailed.
        """
        with self._runner.batch() as batch:
            look = _Learner(problem, source, batch).look(trace_case(problem), public=True)
        return self._told(problem, look, [])

    def _told(self, problem: Problem, look: _Look, checks: list[dict[str, Any]]) -> Diagnosis:
        trace = look.traced.trace
        if trace is not None and look.is_told:
            return self._searched(problem, look, trace, checks)
        why = _DIFFERS if trace else _UNRECORDED
        return Diagnosis(case=look.case.name, public=look.public, reason=why)

    def _is_right(self, problem: Problem, look: _Look, source: str) -> bool:
        if look.plain.status is not RunStatus.OK:
            return False
        expected = self._answers.expected(problem, look.case)
        judged = test_report(look.case, look.plain, expected, problem, source)
        return judged.verdict is Verdict.ACCEPTED

    def _searched(
        self, problem: Problem, look: _Look, trace: Trace, checks: list[dict[str, Any]]
    ) -> Diagnosis:
        facts = self._answers.mistakes(
            problem,
            look.case,
            output=look.output,
            finished=look.plain.status is RunStatus.OK,
            trace={
                "spans": trace.spans,
                "calls": trace.calls,
                "records": trace.records,
                "stacks": list(trace.stacks),
            },
            lengths=list(look.dimensions.values()),
            checks=checks,
            seconds=SEARCH_SECONDS,
        )
        try:
            return diagnosed(
                facts,
                problem,
                look.dimensions,
                look.case.name,
                public=look.public,
                broke=look.broke,
            )
        except FactsInvalid as error:
            raise ReferenceFailed(
                f"the search for a mistake in {problem.slug} answered nonsense: {error}",
                f"run `tracegrade problem check {problem.slug}`",
            ) from error


class _Learner:
    """Runs of one learner's code, none of which is judged."""

    def __init__(self, problem: Problem, source: str, batch: Batch) -> None:
        self._problem = problem
        self._module = Module("submission", source, f"{problem.spec.function}.py")
        self._batch = batch

    def look(self, case: Case, *, public: bool) -> _Look:
        plain = self._request(case)
        traced = replace(plain, trace=TraceLimits())
        return _Look(
            case,
            public,
            _dimensions(self._problem, case),
            self._batch.run(plain, alone=True),
            self._batch.run(traced, alone=True),
        )

    def outputs(self, cases: Sequence[Case]) -> list[dict[str, Any]]:
        """Inputs and what the code made of them, where it is an array."""
        found: list[dict[str, Any]] = []
        for case in cases:
            returned = self._batch.run(self._request(case)).returned
            if returned is not None and isinstance(returned.value, np.ndarray):
                found.append({"inputs": dict(case.arguments), "output": returned.value})
        return found

    def _request(self, case: Case) -> RunRequest:
        limits = Limits(**self._problem.spec.limits.model_dump())
        limits = replace(limits, cpu_seconds=min(CPU_SECONDS, limits.cpu_seconds))
        spec = self._problem.spec
        return RunRequest((self._module,), spec.function, case.arguments, limits, case.seed)


def _failing(problem: Problem, cases: Sequence[Case], report: Report) -> Case | None:
    """A failing test of a size that can be searched, if possible one whose values may be told."""
    failed = {test.name for test in report.tests if test.verdict in _DIAGNOSED}
    found = [case for case in cases if case.name in failed and _is_small(case)]
    return min(found, key=lambda case: case.hidden, default=None)


def _checked(problem: Problem, cases: Sequence[Case], report: Report) -> list[Case]:
    """The trace case drawn anew, and tests whose values were wrong."""
    wrong = {test.name for test in report.tests if test.verdict is Verdict.WRONG_VALUE}
    small = [case for case in cases if case.name in wrong and _is_small(case)]
    return [_second_draw(problem), *small[-MOST_CHECKED:]]


def _second_draw(problem: Problem) -> Case:
    case, generate = trace_case(problem), problem.spec.trace_case
    assert isinstance(generate.seed, int)  # which trace_case makes sure of
    arguments = drawn_arguments(problem.spec, generate, generate.seed + 1)
    return replace(case, arguments=arguments, key=arguments_key(arguments))


def _is_small(case: Case) -> bool:
    arrays = [value for value in case.arguments.values() if isinstance(value, np.ndarray)]
    return sum(array.size for array in arrays) <= MOST_ELEMENTS


def _dimensions(problem: Problem, case: Case) -> dict[str, int]:
    """The lengths on a case: those it was drawn with, or else what the arguments show."""
    if case.name == trace_case(problem).name:
        return dict(problem.spec.trace_case.dimensions)
    for test in problem.spec.tests:
        if test.name == case.name and isinstance(test.generate, Generated):
            return dict(test.generate.dimensions)
    return dimensions(case, problem.spec)


def _same_end(plain: RunResult, traced: RunResult) -> bool:
    """The same output to the bit, or the same exception at the same line."""
    if plain.error is not None and traced.error is not None:
        deep = plain.error.type == "RecursionError"
        return (deep and traced.error.type == plain.error.type) or plain.error == traced.error
    one, other = plain.returned, traced.returned
    if one is None or other is None:
        return one is other
    if one.type_name != other.type_name or one.shape != other.shape or one.dtype != other.dtype:
        return False
    return one.crossed and other.crossed and is_identical(one.value, other.value)
