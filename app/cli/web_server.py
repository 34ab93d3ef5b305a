"""The web process: uvicorn around the site, on a socket that the supervisor holds."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable

import uvicorn

from app.ports import Live
from app.web.main import create_app
from app.web.serving.open_files import connections, raise_open_files
from app.web.serving.protocol import Patience, PatientProtocol
from app.web.serving.sparing import Sparing

GRACE_SECONDS = 2
"""How long answers under way may go on after the signal to stop."""


class Server(uvicorn.Server):
    """Says when it has begun to answer, and ends the watches first when it is to stop.

    An event stream never ends by itself; uvicorn would wait for it in vain.
    """

    def __init__(self, config: uvicorn.Config, live: Live, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._live = live
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await asyncio.to_thread(self._live.close)
        await super().shutdown(sockets)


LOGGERS = ("uvicorn.error", "asyncio", "tracegrade.web")
"""Where a line appears for what a stranger sends."""


def run(listening: socket.socket, *, ready: Callable[[], None]) -> None:
    """Answer until SIGTERM; call ``ready`` when it begins."""
    PatientProtocol.patience = Patience(connections=connections(raise_open_files()))
    site = create_app()
    config = uvicorn.Config(
        site,
        http=PatientProtocol,
        ws="none",
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    for name in LOGGERS:
        logging.getLogger(name).addFilter(Sparing(time.monotonic))
    Server(config, site.state.site.live, ready).run(sockets=[listening])
