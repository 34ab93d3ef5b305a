"""``tracegrade grade``."""

from __future__ import annotations

import os
import time

import click

from app import bootstrap
from app.cli.exits import Exit
from app.cli.report_text import report_lines
from app.cli.source_file import read_source
from app.domain.cases import run_cases, submit_cases
from app.domain.grading import code_sha256
from app.domain.problem import Problem
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.verdict import Verdict
from app.services.judge import judge
from app.settings import Settings, read_settings


@click.command()
@click.argument("problem")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option("--examples", is_flag=True, help="Run the examples only.")
@click.option("--as-learner", is_flag=True, help="Show of hidden tests only what a learner sees.")
def grade(problem: str, file: str, as_json: bool, examples: bool, as_learner: bool) -> None:
    """Grade FILE as a solution of PROBLEM.

    PROBLEM is a name from `tracegrade problem list`, or the folder of a problem package. FILE is a
    Python file, or - for standard input.

    Exit codes: 0 accepted, 1 not accepted, 2 wrong usage or an invalid package, 3 the grader
    failed.
    """
    settings = read_settings(os.environ)
    source = read_source(file)
    loaded = bootstrap.catalog(settings).open(problem)
    report = _judged(settings, loaded, source, examples)
    seen = report.seen_by(Role.LEARNER if as_learner else Role.AUTHOR)
    if as_json:
        click.echo(seen.model_dump_json(by_alias=True, indent=2))
    else:
        click.echo("\n".join(report_lines(seen, source)))
    raise SystemExit(_exit(report))


def _judged(settings: Settings, problem: Problem, source: str, examples: bool) -> Report:
    """The tests drawn per submission are drawn from the code: the same file gets the same tests."""
    cases = run_cases(problem) if examples else submit_cases(problem, code_sha256(source))
    runner = bootstrap.runner(settings)
    try:
        answers = bootstrap.answers(settings, runner)
        return judge(
            problem, source, cases, runner=runner, answers=answers, clock=time.perf_counter
        )
    finally:
        runner.close()


def _exit(report: Report) -> Exit:
    if report.verdict is Verdict.ACCEPTED:
        return Exit.OK
    return Exit.GRADER if report.verdict.costs_nothing else Exit.NO
