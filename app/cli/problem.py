"""``tracegrade problem``: what there is, and whether it is good."""

from __future__ import annotations

import click

from app.cli.groups import LazyGroup


@click.group(
    cls=LazyGroup,
    lazy={"list": "app.cli.problem_list:list_problems", "check": "app.cli.check:check"},
)
def problem() -> None:
    """List problems, and check that a problem is good."""
