"""``--unprotected``: grading without a sandbox, for one's own code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from app import bootstrap
from app.errors import TracegradeError
from app.ports import Runner
from app.runner.unprotected import UnprotectedRunner
from app.services.reference_answers import ReferenceAnswers
from app.settings import Settings

WARNING = (
    "--unprotected runs this code WITHOUT A SANDBOX: it can read, change and send away whatever "
    "you can, and use all memory. Use it for your own code only."
)


class SandboxRequired(TracegradeError):
    """The settings ask for a sandbox, the command for none."""


def option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option, as a decorator."""
    return click.option(
        "--unprotected",
        is_flag=True,
        help="Run without a sandbox, with time limits only: for your own code, also where there is "
        "no Linux.",
    )(command)


@contextmanager
def grader(settings: Settings, *, unprotected: bool) -> Iterator[tuple[Runner, ReferenceAnswers]]:
    """A runner, closed at the end, and what asks references in it; warns of no protection.

    Raises SandboxRequired.
    """
    runner = _unprotected(settings) if unprotected else bootstrap.runner(settings)
    try:
        yield runner, bootstrap.answers(settings, runner, walls=not unprotected)
    finally:
        runner.close()


def _unprotected(settings: Settings) -> Runner:
    if settings.sandbox_require is not None:
        raise SandboxRequired(
            f"TRACEGRADE_SANDBOX_REQUIRE is {settings.sandbox_require}, and --unprotected has no "
            "sandbox at all",
            "leave out --unprotected, or unset the variable",
        )
    click.echo(f"{click.style('Warning:', fg='red', bold=True)} {WARNING}", err=True)
    return UnprotectedRunner()
