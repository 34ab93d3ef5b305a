"""``tracegrade sandbox``: what is enforced on this machine."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

import click

from app.cli.exits import Exit
from app.cli.groups import LazyGroup
from app.cli.tables import table
from app.domain.visible import harmless, one_line
from app.settings import read_settings
from sandbox.doctor import DoctorReport, Row, probe
from sandbox.protocol import Tier


@click.group(cls=LazyGroup)
def sandbox() -> None:
    """Look at the walls behind which learners' code runs."""


@sandbox.command()
@click.option("--json", "as_json", is_flag=True, help="Print the rows as JSON.")
@click.option(
    "--require",
    type=click.Choice([tier.value for tier in Tier]),
    help="Weakest tier that will do.  Default: TRACEGRADE_SANDBOX_REQUIRE, or any.",
)
def doctor(as_json: bool, require: str | None) -> None:
    """Prove by live probes what is enforced here.

    Exit codes: 0 the required tier holds with all its guarantees, 3 it does not.
    """
    required = Tier(require) if require else read_settings(os.environ).sandbox_require
    report = probe(required)
    if as_json:
        click.echo(json.dumps({**asdict(report), "required": required}, indent=2))
    else:
        _print(report, required)
    raise SystemExit(Exit.OK if report.ok else Exit.GRADER)


def _print(report: DoctorReport, required: Tier | None) -> None:
    rows = [(row.name, _enforced(row), one_line(row.how)) for row in report.rows]
    for line in table(("guarantee", "enforced", "how"), rows):
        click.echo(line)
    for row in report.rows:
        if not row.enforced:
            click.echo(f"\n{row.name}:")
            for line in (*harmless(row.why_not).splitlines(), *harmless(row.remedy).splitlines()):
                click.echo(f"  {line}")
    if report.tier is None:
        click.echo("\nYour own code can be run without a sandbox: see --unprotected of grade.")
    outcome = "holds" if report.ok else "DOES NOT HOLD"
    click.echo(f"\nrequired: {required or 'any tier'}, which {outcome}")
    click.echo(f"tier: {report.tier or 'none'}")


def _enforced(row: Row) -> str:
    if row.enforced:
        return "yes"
    return "not needed" if row.optional else "NO"
