"""Prove that a problem is good before anyone sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

from app.domain.case import Case
from app.domain.cases import submit_cases, trace_case
from app.domain.problem import Problem, SourceFile
from app.domain.proof import Claim, Proof, Row
from app.domain.report import Report
from app.ports import Runner
from app.services.claims.examples import examples_true
from app.services.claims.formulas import formulas_render
from app.services.claims.graph import names_agree, reference_repeats, shapes_as_declared
from app.services.claims.pitfalls import pitfalls_caught
from app.services.claims.submissions import must_fail, must_pass
from app.services.claims.trace_case import trace_case_tells_apart
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers, ReferenceFailed
from sandbox.protocol import SandboxError

CHECK_ID = "problem-check"
"""Stands for a submission's id: the tests drawn per submission are the same each time."""

Grades = Callable[[Iterable[str]], Iterator[Report]]


def check_problem(
    problem: Problem,
    *,
    runner: Runner,
    answers: ReferenceAnswers,
    clock: Callable[[], float],
    on_row: Callable[[Row], None] = lambda row: None,
    workers: int = 1,
) -> Proof:
    """Run every claim to its end, reporting each row as it is known.

    Up to ``workers`` submissions are graded at once.

    A reference that cannot be run ends the proof with a row that says why; a sandbox that cannot
    raises SandboxError, since it proves nothing about the problem.
    """
    cases = tuple(replace(case, repeatable=True) for case in submit_cases(problem, CHECK_ID))
    grade = partial(judge, problem, cases=cases, runner=runner, answers=answers, clock=clock)
    rows: list[Row] = []
    with ThreadPoolExecutor(workers) as pool:
        grades = partial(pool.map, grade)
        for row in _or_why_not(_rows(problem, cases, answers, grades)):
            on_row(row)
            rows.append(row)
    return Proof(problem=problem.slug, tier=runner.info().tier.value, rows=tuple(rows))


def _or_why_not(rows: Iterator[Row]) -> Iterator[Row]:
    try:
        yield from rows
    except ReferenceFailed as failed:
        if isinstance(failed.__cause__, SandboxError):
            raise failed.__cause__ from None
        yield Row(claim=Claim.REFERENCE, subject="runs", holds=False, detail=failed.message)


def _rows(
    problem: Problem, cases: tuple[Case, ...], answers: ReferenceAnswers, grades: Grades
) -> Iterator[Row]:
    yield formulas_render(problem)
    described = answers.describe(problem)
    values = answers.steps(problem, trace_case(problem))
    yield from names_agree(problem, described)
    yield shapes_as_declared(problem, values)
    yield reference_repeats(problem, answers)
    yield from examples_true(problem, answers)
    yield from _submissions(problem, grades)
    yield from pitfalls_caught(problem, cases, answers, described)
    yield from trace_case_tells_apart(problem, values, answers, described)


def _submissions(problem: Problem, grades: Grades) -> Iterator[Row]:
    starter = SourceFile(name="starter", source=problem.spec.starter)
    claims = {
        Claim.ACCEPTED: (must_pass, problem.accepted),
        Claim.REJECTED: (must_fail, problem.rejected),
        Claim.STARTER: (must_fail, (starter,)),
    }
    for claim, (must, files) in claims.items():
        for file, report in zip(files, grades(file.source for file in files), strict=True):
            yield must(claim, file, report)
