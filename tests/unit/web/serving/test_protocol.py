"""Requests that do not arrive, and more connections than there may be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from app.web.serving.protocol import Patience, PatientProtocol

HEAD = b"GET / HTTP/1.1\r\nhost: x\r\n"
POST = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n"


class Hasty(PatientProtocol):
    patience = Patience(head_seconds=10, body_seconds=35, connections=2)


class Timer:
    """A timer that rings when the test says so."""

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self.seconds, self.ring, self.cancelled = seconds, ring, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """The running loop with timers of the test's own."""

    def __init__(self) -> None:
        self.timers: list[Timer] = []

    def call_later(self, seconds: float, ring: Callable[[], None]) -> Timer:
        self.timers.append(Timer(seconds, ring))
        return self.timers[-1]

    def create_task(self, work: Coroutine[Any, Any, None], **more: Any) -> asyncio.Task[None]:
        return asyncio.get_running_loop().create_task(work, **more)

    def running(self) -> list[Timer]:
        return [timer for timer in self.timers if not timer.cancelled]


class Wire(asyncio.Transport):
    """What was written to a client, and whether it was hung up on."""

    def __init__(self) -> None:
        super().__init__()
        self.written, self.closed = b"", False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


@dataclass
class Server:
    """One state that all connections share; the site answers when ``go`` is set."""

    loop: Loop = field(default_factory=Loop)
    state: ServerState = field(default_factory=ServerState)
    go: asyncio.Event = field(default_factory=asyncio.Event)

    async def site(self, scope: Any, receive: Any, send: Any) -> None:
        await self.go.wait()
        headers = [(b"content-length", b"0")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b""})

    def connect(self) -> tuple[PatientProtocol, Wire]:
        config = uvicorn.Config(self.site, log_config=None, lifespan="off", interface="asgi3")
        protocol = Hasty(config, self.state, {}, self.loop)  # type: ignore[arg-type]
        wire = Wire()
        protocol.connection_made(wire)
        return protocol, wire

    async def answer(self) -> None:
        self.go.set()
        await asyncio.gather(*self.state.tasks)


def with_server(test: Callable[[Server], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        async def inside() -> None:
            await test(Server())

        asyncio.run(inside())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@with_server
async def test_a_head_that_does_not_end_is_given_up(server: Server) -> None:
    protocol, wire = server.connect()
    for piece in (b"GET / HTTP/1.1\r\n", b"x-a: ", b"1\r\nx-b: "):
        protocol.data_received(piece)
    (timer,) = server.loop.running()  # No further byte prolongs it.
    assert timer.seconds == 10
    timer.ring()
    assert wire.closed
    assert wire.written.startswith(b"HTTP/1.1 408 ")


@with_server
async def test_a_client_that_says_nothing_is_given_up(server: Server) -> None:
    _, wire = server.connect()
    (timer,) = server.loop.running()
    timer.ring()
    assert wire.closed


@with_server
async def test_an_answer_may_take_for_ever(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD + b"\r\n")
    assert server.loop.running() == []
    await server.answer()
    assert wire.written.startswith(b"HTTP/1.1 200 ")
    assert [timer.seconds for timer in server.loop.running()] == [5]  # uvicorn's keep-alive


@with_server
async def test_a_second_request_has_its_own_time(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(HEAD + b"\r\n")
    await server.answer()
    protocol.data_received(HEAD)
    (timer,) = server.loop.running()
    assert timer.seconds == 10
    protocol.data_received(b"\r\n")
    await server.answer()
    assert wire.written.count(b"HTTP/1.1 200 ") == 2


@with_server
async def test_a_body_that_does_not_end_is_given_up(server: Server) -> None:
    protocol, wire = server.connect()
    protocol.data_received(POST + b"1234")
    protocol.data_received(b"5")
    (timer,) = server.loop.running()
    assert timer.seconds == 35
    timer.ring()
    assert wire.closed
    protocol.connection_lost(None)
    await server.answer()


@with_server
async def test_a_connection_too_many_is_told_so(server: Server) -> None:
    kept = [server.connect() for _ in range(2)]
    _, refused = server.connect()
    assert refused.closed
    assert refused.written.startswith(b"HTTP/1.1 503 ")
    assert b"too many connections" in refused.written
    kept[0][0].connection_lost(None)
    _, again = server.connect()
    assert not again.closed
    assert not kept[1][1].closed


def test_a_refused_connection_goes_without_a_trace(caplog: pytest.LogCaptureFixture) -> None:
    async def refuse() -> None:
        server = Server()
        for _ in range(3):
            server.connect()
        protocol, _ = server.connect()
        protocol.connection_lost(None)
        assert len(server.state.connections) == 2

    with caplog.at_level(logging.WARNING):
        asyncio.run(refuse())
    assert {entry.name for entry in caplog.records} == {"tracegrade.web"}
