"""The two processes under ``tracegrade serve``; not meant to be started by hand."""

from __future__ import annotations

import logging
import socket

import click

from app.cli.groups import LazyGroup
from app.cli.lifeline import Lifeline

GRACE_SECONDS = 2
"""How long open answers, such as event streams, may go on after the signal to stop."""


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
    import uvicorn

    from app.web.main import create_app

    class Server(uvicorn.Server):
        """Says when it has begun to answer."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if self.started:
                line.ready()

    config = uvicorn.Config(
        create_app(),
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    Server(config).run(sockets=[socket.socket(fileno=listening)])


@main.command()
@click.option("--lifeline", type=int, required=True)
def worker(lifeline: int) -> None:
    """Grade what is queued."""
    line = Lifeline(lifeline)
    from app.worker.main import run

    run(ready=line.ready)


if __name__ == "__main__":
    main()
