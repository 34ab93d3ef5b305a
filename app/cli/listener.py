"""The socket the site listens on.

The supervisor holds it for as long as it lives: while the web process is started again, connections
wait instead of being refused.
"""

from __future__ import annotations

import errno
import socket

from app.errors import TracegradeError

BACKLOG = 1024


class AddressUnusable(TracegradeError):
    """The site cannot listen at the address asked for."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one.  Raises AddressUnusable."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except (OSError, UnicodeError) as error:
        raise AddressUnusable(*_explain(error, host, port)) from None


def url(listening: socket.socket) -> str:
    """What to open in a browser on this machine."""
    host, port = listening.getsockname()[:2]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def _explain(error: OSError | UnicodeError, host: str, port: int) -> tuple[str, str]:
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return (
            f"Port {port} of {host} is in use by another program",
            f"stop that program, or take another port: tracegrade serve --port {port + 1}",
        )
    if number == errno.EACCES:
        return (
            f"Port {port} may only be used by an administrator",
            "take a port from 1024 on: tracegrade serve --port 8000",
        )
    reason = getattr(error, "strerror", None) or str(error)
    return (
        f"The site cannot listen at {host}, port {port}: {reason}",
        "give an address of this machine in --host or TRACEGRADE_HOST",
    )
