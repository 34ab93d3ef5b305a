"""Turns an error that nobody expected into an answer that helps, and into a line in the log."""

from __future__ import annotations

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Fault, answer

log = logging.getLogger("tracegrade.web")


class LastResort:
    """Stands inside the security headers, so that a 500 page has them too."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            if scope["type"] != "http" or started:
                raise
            log.exception("error while answering %s %s", scope["method"], scope["path"])
            await answer(scope, UNEXPECTED)(scope, receive, send)


UNEXPECTED = Fault(
    500,
    "unexpected",
    "Something on this server went wrong.",
    "It is not your code's fault, and your code is still in the editor. Try again; "
    "if it happens again, the server's log says why.",
)
