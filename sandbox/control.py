"""Messages between the client and its zygote: one packet each, descriptors alongside.

======= ========= ===================================================== ===================
message direction payload                                               descriptors
======= ========= ===================================================== ===================
start   to zygote {"tier", "lane"}                                      -
ready   to client {"python", "numpy", "cpu_kernel"}                     listener, if any
failed  to client the reason, as text                                   -
fork    to zygote CPU seconds (f64) and memory bytes (u64) of the child job, result, output
forked  to client process id (i64)                                      pidfd of the child
ended   to client process id (i64), wait status (i32), CPU seconds      -
                  (f64)
======= ========= ===================================================== ===================
"""

from __future__ import annotations

import os
import socket
import struct
from enum import Enum
from typing import NamedTuple

MAX_MESSAGE_BYTES = 1 << 16
_MAX_DESCRIPTORS = 3


class Kind(bytes, Enum):
    """First byte of a message."""

    START = b"s"
    READY = b"r"
    FAILED = b"x"
    FORK = b"f"
    FORKED = b"p"
    ENDED = b"e"


FORK = struct.Struct("<dQ")
FORKED = struct.Struct("<q")
ENDED = struct.Struct("<qid")
_INT = struct.Struct("=i")


class Message(NamedTuple):
    """One packet as it arrived; the receiver owns the descriptors."""

    kind: Kind
    payload: bytes
    descriptors: list[int]

    def close(self) -> None:
        """For a message that nobody expected."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def send(
    control: socket.socket, kind: Kind, payload: bytes, descriptors: tuple[int, ...] = ()
) -> None:
    """Raises ``OSError``."""
    socket.send_fds(control, [kind.value + payload], list(descriptors))


def receive(control: socket.socket) -> Message | None:
    """The next message, None when the other side is gone.  Raises ``OSError``, ``ValueError``."""
    # Not socket.recv_fds: it drops the flag, and then any program started meanwhile inherits them.
    room = socket.CMSG_SPACE(_MAX_DESCRIPTORS * _INT.size)
    data, ancillary, _, _ = control.recvmsg(MAX_MESSAGE_BYTES, room, socket.MSG_CMSG_CLOEXEC)
    descriptors = [descriptor for item in ancillary for descriptor in _descriptors(*item)]
    if not data:
        return None
    try:
        return Message(Kind(data[:1]), data[1:], descriptors)
    except ValueError:
        for descriptor in descriptors:
            os.close(descriptor)
        raise


def _descriptors(level: int, kind: int, data: bytes) -> list[int]:
    if (level, kind) != (socket.SOL_SOCKET, socket.SCM_RIGHTS):
        return []
    whole = len(data) - len(data) % _INT.size
    return [descriptor for (descriptor,) in _INT.iter_unpack(data[:whole])]
