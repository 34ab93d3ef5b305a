"""The group of all commands."""

from __future__ import annotations

import os

import click

from app.cli.groups import LazyGroup
from app.cli.terminal import accept_any_text


@click.group(
    cls=LazyGroup,
    lazy={
        "grade": "app.cli.grade:grade",
        "problem": "app.cli.problem:problem",
        "sandbox": "app.cli.sandbox:sandbox",
        "serve": "app.cli.serve:serve",
    },
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="tracegrade")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Grade deep-learning exercises: NumPy solutions against a reference, in a sandbox.

    Exit codes: 0 yes, 1 no (not accepted, a claim does not hold), 2 wrong usage or an invalid
    problem package, 3 the grader itself failed.
    """
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> None:
    """The entry point of the installed command."""
    accept_any_text()
    cli(prog_name="tracegrade")
