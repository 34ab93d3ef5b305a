"""Bodies that do not arrive."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from app.web.security.bodies import BodyLimit


def test_a_body_that_does_not_end_is_refused_in_time() -> None:
    asked: list[str] = []
    sent: list[dict[str, Any]] = []
    parts = [{"type": "http.request", "body": b"code=", "more_body": True}]

    async def app(*_: Any) -> None:
        asked.append("the site")

    async def receive() -> dict[str, Any]:
        return parts.pop() if parts else await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/v1/problems/x/submissions",
        "headers": [(b"content-length", b"100")],
    }
    asyncio.run(BodyLimit(app, seconds=0.01)(scope, receive, send))
    assert asked == []
    assert sent[0]["status"] == 408
    assert (b"connection", b"close") in sent[0]["headers"]
    assert json.loads(sent[1]["body"])["error"]["code"] == "body_too_slow"
