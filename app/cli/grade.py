"""``tracegrade grade``."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

import click

from app import bootstrap
from app.cli.diagnosis_text import diagnosis_lines
from app.cli.exits import NO_SANDBOX, Exit
from app.cli.report_text import report_lines
from app.cli.source_file import read_source
from app.cli.unprotected import grader
from app.cli.unprotected import option as unprotected_option
from app.domain.case import Case
from app.domain.cases import run_cases, submit_cases
from app.domain.grading import code_sha256
from app.domain.problem import Problem
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.verdict import Verdict
from app.services.diagnose import Diagnoser
from app.services.judge import UNAVAILABLE, judge
from app.services.reference_answers import ReferenceFailed
from app.settings import read_settings
from sandbox.protocol import SandboxError


@click.command()
@click.argument("problem")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--examples", is_flag=True, help="Run the examples only.")
@click.option("--as-learner", is_flag=True, help="Show of hidden tests only what a learner sees.")
@unprotected_option
def grade(
    problem: str, file: str, as_json: bool, examples: bool, as_learner: bool, unprotected: bool
) -> None:
    """Grade FILE as a solution of PROBLEM.

    PROBLEM is a name from `tracegrade problem list`, or the folder of a problem package. FILE is a
    Python file, or - for standard input.

    Exit codes: 0 accepted, 1 not accepted, 2 wrong usage or an invalid package, 3 the grader
    failed.
    """
    settings = read_settings(os.environ)
    source = read_source(file)
    loaded = bootstrap.catalog(settings).open(problem)
    cases = _cases(loaded, source, examples)
    with grader(settings, unprotected=unprotected) as (runner, answers):
        report = judge(
            loaded, source, cases, runner=runner, answers=answers, clock=time.perf_counter
        )
        role = Role.LEARNER if as_learner else Role.AUTHOR
        if not as_json:
            click.echo("\n".join(report_lines(report.seen_by(role), source)))
        report = _diagnosed(Diagnoser(runner, answers), loaded, source, cases, report)
    seen = report.seen_by(role)
    if as_json:
        click.echo(seen.model_dump_json(by_alias=True, indent=2))
    elif seen.diagnosis is not None:
        for line in diagnosis_lines(seen.diagnosis, source):
            click.echo(line)
    if any(test.reason == UNAVAILABLE for test in report.tests):
        click.echo(NO_SANDBOX, err=True)
    raise SystemExit(_exit(report))


def _diagnosed(
    diagnoser: Diagnoser, problem: Problem, source: str, cases: Sequence[Case], report: Report
) -> Report:
    """With the diagnosis; a grader that cannot make one says so, and the verdict stands."""
    try:
        found = diagnoser.diagnose(problem, source, cases, report)
    except (SandboxError, ReferenceFailed) as error:
        click.echo(f"The place of the mistake could not be looked for: {error}", err=True)
        return report
    return report.model_copy(update={"diagnosis": found})


def _cases(problem: Problem, source: str, examples: bool) -> tuple[Case, ...]:
    """The tests drawn per submission are drawn from the code: the same file gets the same tests."""
    return run_cases(problem) if examples else submit_cases(problem, code_sha256(source))


def _exit(report: Report) -> Exit:
    if report.verdict is Verdict.ACCEPTED:
        return Exit.OK
    return Exit.GRADER if report.verdict.costs_nothing else Exit.NO
