"""Exit codes, and how an error of the application becomes a message and one of them."""

from __future__ import annotations

from enum import IntEnum
from typing import NoReturn

import click

from app.domain.visible import harmless, one_line
from app.errors import TracegradeError
from app.library.faults import Fault, PackageInvalid
from sandbox.protocol import SandboxError, SandboxUnavailable

NO_SANDBOX = (
    "`tracegrade sandbox doctor` tells more; your own code can be run without a sandbox: "
    "see --unprotected"
)
"""What to do where no code of others can be run."""


class Exit(IntEnum):
    """What a command's exit code says."""

    OK = 0
    NO = 1
    USAGE = 2
    GRADER = 3


def stop(error: TracegradeError | PackageInvalid | SandboxError) -> NoReturn:
    """Print what is wrong and what to do, and end.

    The exit code is 3 if the sandbox is at fault, also where another error came of it; else 2.
    """
    if isinstance(error, PackageInvalid):
        _print_faults(error.faults)
    elif isinstance(error, TracegradeError):
        _print(error.message, error.advice)
    else:
        unavailable = isinstance(error, SandboxUnavailable)
        advice = NO_SANDBOX if unavailable else "run `tracegrade sandbox doctor`"
        _print(f"The sandbox failed: {error}", advice)
    sandbox = isinstance(error, SandboxError) or isinstance(error.__cause__, SandboxError)
    raise SystemExit(Exit.GRADER if sandbox else Exit.USAGE)


def _print(message: str, advice: str) -> None:
    first, *more = harmless(message).splitlines() or [""]
    click.echo(f"{click.style('Error:', fg='red', bold=True)} {first}", err=True)
    for line in (*more, *harmless(advice).splitlines()):
        click.echo(f"       {line}", err=True)


def _print_faults(faults: tuple[Fault, ...]) -> None:
    count = "one fault" if len(faults) == 1 else f"{len(faults)} faults"
    _print(f"The problem package has {count}", "")
    for fault in faults:
        click.echo(f"  {one_line(str(fault))}", err=True)
