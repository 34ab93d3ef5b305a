"""Bounds what a request may send."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.errors import Fault, answer

BODY_BYTES = 2**20
BODY_SECONDS = 30.0


class BodyLimit:
    """Reads the whole body, up to BODY_BYTES, before anything else sees the request.

    It must arrive within ``seconds``, so that nobody can hold a connection with half a request.
    """

    def __init__(self, app: ASGIApp, seconds: float = BODY_SECONDS) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _has_body(Headers(scope=scope)):
            await self.app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self.seconds):
                body = await _read(Headers(scope=scope), receive)
        except TimeoutError:
            late = answer(scope, LATE)
            late.headers["connection"] = "close"
            await late(scope, receive, send)
            return
        if body is None:
            await answer(scope, REFUSAL)(scope, receive, send)
            return
        given = False

        async def replay() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, send)


def _has_body(headers: Headers) -> bool:
    return "transfer-encoding" in headers or headers.get("content-length", "0") != "0"


async def _read(headers: Headers, receive: Receive) -> bytes | None:
    """The body, or None for one that is too long or was broken off."""
    announced = headers.get("content-length", "0")
    if not announced.isdecimal() or int(announced) > BODY_BYTES:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        body += message.get("body", b"")
        if len(body) > BODY_BYTES:
            return None
        if not message.get("more_body", False):
            return bytes(body)


REFUSAL = Fault(
    413,
    "body_too_large",
    "The request is larger than 1 MiB.",
    "A solution may have at most 256 KiB: remove data pasted into the code.",
)

LATE = Fault(
    408,
    "body_too_slow",
    f"The request was not complete after {BODY_SECONDS:g} seconds.",
    "Send it again; if it happens again, the connection to this server is too slow.",
)
