"""Ask a problem's reference, in the author's lane: outputs, steps, pitfalls, its description."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.declared import output_fault
from app.domain.problem import Problem, SourceFile
from app.errors import TracegradeError
from app.ports import ExpectedStore, Runner
from sandbox.protocol import (
    Limits,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    SandboxError,
    Value,
)

AUTHOR_LIMITS = Limits(
    wall_seconds=120.0,
    cpu_seconds=60.0,
    memory_bytes=2 * 2**30,
    output_bytes=256 * 2**10,
    result_bytes=512 * 2**20,
)
"""A reference computes every step of every pitfall in one run, so it gets more than a learner."""

DIAGNOSIS_LIMITS = replace(AUTHOR_LIMITS, wall_seconds=20.0, cpu_seconds=5.0)
"""A learner waits for it, and so does the next submission."""

NO_CASE = Case(name="description", hidden=False, points=0, why="", arguments={}, key="")


class ReferenceFailed(TracegradeError):
    """The reference could not be asked, or its answer is not what the problem declares."""


class ReferenceNotRun(ReferenceFailed):
    """The sandbox did not run the reference, after tries of its own."""


class ReferenceAnswers:
    """The answers of references, cached where they are repeatable."""

    def __init__(
        self,
        runner: Runner,
        store: ExpectedStore,
        answers_source: SourceFile,
        diagnosis_sources: tuple[SourceFile, ...] = (),
    ) -> None:
        """``answers_source`` is the module whose function ``answer`` is called in the sandbox; the
        last of ``diagnosis_sources`` the one whose function is ``diagnose``.
        """
        self._runner = runner
        self._store = store
        self._answers = answers_source
        self._diagnosis = diagnosis_sources

    def expected(self, problem: Problem, case: Case) -> np.ndarray:
        """The right output, of the declared shape and dtype.  Raises ReferenceFailed."""
        value = self._ask(problem, case, "output")
        fault = output_fault(value, case, problem.spec)
        if fault or not isinstance(value, np.ndarray):
            raise _failed(problem, case, fault or "it is no array")
        return value

    def fresh(self, problem: Problem, case: Case) -> np.ndarray:
        """The output as computed anew, whatever is cached.  Raises ReferenceFailed."""
        value = _answer(problem, case, self._run(problem, case, "output"))
        if not isinstance(value, np.ndarray):
            raise _failed(problem, case, "it is no array")
        return value

    def steps(self, problem: Problem, case: Case) -> dict[str, np.ndarray]:
        """The value of every step, by id.  Raises ReferenceFailed."""
        values = _mapping(problem, case, self._ask(problem, case, "steps"))
        if not all(isinstance(value, np.ndarray) for value in values.values()):
            raise _failed(problem, case, "a step's value is no array")
        return values

    def pitfalls(self, problem: Problem, case: Case) -> dict[str, Any]:
        """The output under each "pitfall" or "pitfall/variant": an array, or {"error": text}.

        Raises ReferenceFailed.
        """
        return _mapping(problem, case, self._ask(problem, case, "pitfalls"))

    def describe(self, problem: Problem) -> dict[str, Any]:
        """The graph: its steps, pitfalls and output.  Raises ReferenceFailed."""
        return _mapping(problem, NO_CASE, self._ask(problem, NO_CASE, "describe"))

    def mistakes(self, problem: Problem, case: Case, **observed: Any) -> Value:
        """What the search for a learner's mistakes answers.  Raises ReferenceFailed.

        ``observed`` are the arguments of ``reference.diagnosis.answer.diagnose`` but for module and
        inputs.
        """
        arguments: dict[str, Value] = {
            "module": problem.reference[-1].name,
            "inputs": dict(case.arguments),
            **observed,
            "tolerance": problem.spec.tolerance.model_dump(),
        }
        names = (
            "module",
            "inputs",
            "output",
            "finished",
            "trace",
            "lengths",
            "tolerance",
            "checks",
            "seconds",
        )
        ordered = {name: arguments[name] for name in names}
        result = self._called(
            problem, case, self._diagnosis, "diagnose", ordered, limits=DIAGNOSIS_LIMITS
        )
        return _answer(problem, case, result)

    def _ask(self, problem: Problem, case: Case, want: str) -> Value:
        key = self._key(problem, case, want) if case.repeatable else None
        if key is not None and (kept := self._store.get(key)) is not None:
            return kept
        value = _answer(problem, case, self._run(problem, case, want))
        if key is not None:
            self._store.put(key, value)
        return value

    def _key(self, problem: Problem, case: Case, want: str) -> str:
        """All that an answer depends on; the walls' strength is not among it."""
        try:
            info = self._runner.info()
        except SandboxError as error:
            raise _failed(problem, case, str(error)) from error
        parts = (problem.grading_hash, case.key, want, info.numpy, info.cpu_kernel)
        code = hashlib.sha256(self._answers.source.encode()).hexdigest()
        return hashlib.sha256("\0".join((*parts, code)).encode()).hexdigest()

    def _run(self, problem: Problem, case: Case, want: str) -> RunResult:
        arguments: dict[str, Value] = {
            "module": problem.reference[-1].name,
            "want": want,
            "inputs": dict(case.arguments),
            "options": {},
        }
        return self._called(problem, case, (self._answers,), "answer", arguments)

    def _called(
        self,
        problem: Problem,
        case: Case,
        files: tuple[SourceFile, ...],
        function: str,
        arguments: dict[str, Value],
        *,
        limits: Limits = AUTHOR_LIMITS,
    ) -> RunResult:
        """``function`` of the last of ``files``, beside the problem's reference."""
        files = (*problem.reference, *files)
        modules = tuple(Module(f.name, f.source, f"{f.name}.py") for f in files)
        try:
            return self._runner.author(RunRequest(modules, function, arguments, limits))
        except (SandboxError, ValueError) as error:
            # ValueError: the arguments are more than the sandbox takes.
            raise _failed(problem, case, str(error)) from error


def _answer(problem: Problem, case: Case, result: RunResult) -> Value:
    returned = result.returned
    if result.status is RunStatus.OK and returned is not None and returned.crossed:
        return returned.value
    kind = ReferenceNotRun if result.status is RunStatus.SANDBOX_FAILED else ReferenceFailed
    raise _failed(problem, case, _reason(result), kind)


def _reason(result: RunResult) -> str:
    if result.error is not None:
        frames = "".join(f" at {f.filename}:{f.line}" for f in result.error.frames[-1:])
        return f"{result.error.type}: {result.error.message}{frames}"
    if result.status is RunStatus.OK and result.returned is not None:
        return f"it returned a {result.returned.type_name} that cannot leave the sandbox"
    return f"{result.status.value} {result.detail}".strip()


def _mapping(problem: Problem, case: Case, value: Value) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _failed(problem, case, "it returned no mapping")
    return value


def _failed(
    problem: Problem, case: Case, why: str, kind: type[ReferenceFailed] = ReferenceFailed
) -> ReferenceFailed:
    return kind(
        f'The reference of {problem.slug} failed on "{case.name}": {why}',
        f"run `tracegrade problem check {problem.slug}`",
    )
