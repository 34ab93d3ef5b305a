"""Answers only requests that call the site by one of its names (against DNS rebinding)."""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.errors import Fault, answer

ALWAYS = ("127.0.0.1", "localhost", "[::1]")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?", re.IGNORECASE)


class HostCheck:
    """Refuses a Host header that names another site; the port is free.

    Names are whole names: no ``*`` stands for others, because the check could then be turned off.
    """

    def __init__(self, app: ASGIApp, allowed: tuple[str, ...]) -> None:
        self.app = app
        self.allowed = {name.lower() for name in (*ALWAYS, *allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._known(Headers(scope=scope).get("host", "")):
            await answer(scope, REFUSAL)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _known(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        return match is not None and match[1].lower() in self.allowed


REFUSAL = Fault(
    400,
    "host_unknown",
    "This server does not answer to that host name.",
    "Open it as 127.0.0.1 or localhost, or add the name to TRACEGRADE_ALLOWED_HOSTS.",
)
