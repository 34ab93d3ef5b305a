"""``tracegrade problem list``."""

from __future__ import annotations

import os

import click

from app import bootstrap
from app.cli.exits import Exit
from app.cli.tables import table
from app.domain.problem import Problem
from app.domain.visible import one_line
from app.settings import read_settings


@click.command("list")
def list_problems() -> None:
    """List the problems, shipped and added.

    An invalid package is named with its faults; it does not hide the others. Exit code 2 then.
    """
    catalog = bootstrap.catalog(read_settings(os.environ))
    problems = catalog.problems()
    for line in table(("problem", "title", "difficulty", "tests", "from"), _rows(problems)):
        click.echo(line)
    faults = catalog.faults()
    for slug, found in faults.items():
        click.echo(f"\n{one_line(slug)} is invalid:", err=True)
        for fault in found:
            click.echo(f"  {one_line(str(fault))}", err=True)
    raise SystemExit(Exit.USAGE if faults else Exit.OK)


def _rows(problems: tuple[Problem, ...]) -> list[tuple[str, ...]]:
    return [
        (
            problem.slug,
            one_line(problem.spec.title),
            problem.spec.difficulty,
            str(len(problem.spec.examples) + len(problem.spec.tests)),
            "shipped" if problem.shipped else one_line(problem.folder),
        )
        for problem in problems
    ]
