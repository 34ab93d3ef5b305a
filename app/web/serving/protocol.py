"""HTTP for strangers: uvicorn's own protocol waits for ever and takes every connection."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger("tracegrade.web")

FULL = "too many connections at once; further ones are answered 503"
BUSY_TEXT = b"The server has too many connections open. Try again in a few seconds.\n"
BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\n"
    b"content-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nretry-after: 5\r\nconnection: close\r\n\r\n%s"
) % (len(BUSY_TEXT), BUSY_TEXT)
LATE_TEXT = b"The head of the request was not finished in time. Send it again.\n"
LATE = (
    b"HTTP/1.1 408 Request Timeout\r\n"
    b"content-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s"
) % (len(LATE_TEXT), LATE_TEXT)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a request may take to arrive, and how many connections there may be."""

    head_seconds: float = 10.0
    body_seconds: float = 35.0
    connections: int = 1024


class PatientProtocol(H11Protocol):
    """Ends requests that do not arrive in time; a connection too many gets a 503.

    The time runs from the first byte of a request (for a connection's first one, from its opening)
    and no further byte prolongs it.  Answers may take as long as they like.  The site itself
    answers an unfinished body with a 408 somewhat earlier (``BodyLimit``); what is left for
    ``body_seconds`` is a client that goes on sending after its answer.
    """

    patience: ClassVar[Patience] = Patience()

    _waits_for: type[h11.IDLE] | type[h11.SEND_BODY] | None = None
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if len(self.connections) >= self.patience.connections:
            log.warning(FULL)
            self.transport = transport
            transport.write(BUSY)
            transport.close()
            return
        super().connection_made(transport)
        self._watch(arriving=True)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch(arriving=True)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch(arriving=bool(self.conn.trailing_data[0]))

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _watch(self, *, arriving: bool) -> None:
        """Let the timer run for that part of a request which is arriving, if any is."""
        state = self.conn.their_state
        part = state if state is h11.SEND_BODY or (state is h11.IDLE and arriving) else None
        if part is self._waits_for:
            return
        self._stop_timer()
        self._waits_for = part
        if part is not None:
            patience = self.patience
            seconds = patience.head_seconds if part is h11.IDLE else patience.body_seconds
            self._timer = self.loop.call_later(seconds, self._too_late)

    def _stop_timer(self) -> None:
        self._waits_for = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        if self.transport.is_closing():
            return
        if self._waits_for is h11.IDLE:
            self.transport.write(LATE)
        self.transport.close()
