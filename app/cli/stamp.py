"""The mark on what was found without a sandbox."""

from __future__ import annotations

from collections.abc import Iterator

import click

from sandbox.protocol import NoWalls

STAMP = f"tier: {NoWalls.UNPROTECTED}. This ran WITHOUT A SANDBOX, with time limits only."


def stamp(tier: str) -> Iterator[str]:
    """A line that says so where ``tier`` is none; else nothing."""
    if tier == NoWalls.UNPROTECTED:
        yield click.style(STAMP, fg="red", bold=True)
