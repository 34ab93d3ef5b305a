"""The two processes under ``tracegrade serve``; not meant to be started by hand.

Each follows its parent before it loads the rest, which takes a second.
"""

from __future__ import annotations

import logging
import socket

import click

from app.cli.groups import LazyGroup
from app.cli.lifeline import Lifeline


@click.group(cls=LazyGroup)
def main() -> None:
    """Run one of the processes of the server."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)


@main.command()
@click.option("--lifeline", type=int, required=True)
@click.option("--socket", "listening", type=int, required=True)
def web(lifeline: int, listening: int) -> None:
    """Answer requests that arrive at the listening socket."""
    line = Lifeline(lifeline)
    from app.cli.web_server import run

    run(socket.socket(fileno=listening), ready=line.ready)


@main.command()
@click.option("--lifeline", type=int, required=True)
def worker(lifeline: int) -> None:
    """Grade what is queued."""
    line = Lifeline(lifeline)
    from app.worker.main import run

    run(ready=line.ready)


if __name__ == "__main__":
    main()
