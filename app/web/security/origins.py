"""Refuses requests that change something and come from another site's page (CSRF).

A browser says where a request comes from in Sec-Fetch-Site (on HTTPS and loopback) and in Origin;
a page cannot forge either.  A request with neither comes from no browser, so it carries nobody's
cookie against their will.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from app.web.errors import Fault, answer

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class OriginCheck:
    """Lets through safe methods and requests from the site itself."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        unsafe = scope["type"] == "http" and scope["method"] not in SAFE_METHODS
        if unsafe and not _from_here(Headers(scope=scope)):
            await answer(scope, REFUSAL)(scope, receive, send)
            return
        await self.app(scope, receive, send)


def _from_here(headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == headers.get("host")
    except ValueError:
        return False


REFUSAL = Fault(
    403,
    "other_origin",
    "This request was sent by a page of another site.",
    "Open the problem on this site and send it from there.",
)
