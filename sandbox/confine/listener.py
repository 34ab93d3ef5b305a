"""Reading of forbidden system calls from a listener's descriptor; seccomp_unotify(2).

A process that makes such a call waits inside it for an answer, and none is ever given: it is killed
as it stands, so that the call is never executed.  Only the call's number and its architecture are
looked at, which the process cannot change any more.
"""

from __future__ import annotations

import ctypes
import errno
import select
import struct
from functools import cache
from typing import NamedTuple

from sandbox.confine import libc, syscall_numbers
from sandbox.confine.seccomp import ARCHITECTURES, X32_BIT

_GET_SIZES = 3
_SIZES = struct.Struct("=3H")
_NOTIFICATION = struct.Struct("=QIIiI")
"""How ``struct seccomp_notif`` begins: id, process id, flags, number, architecture."""

_NO_LONGER_THERE = (errno.ENOENT, errno.EINTR)


class Call(NamedTuple):
    """A system call that waits; the process id is as the reader's process namespace has it."""

    process_id: int
    architecture: int
    number: int

    @property
    def name(self) -> str:
        """ "ptrace", or what kind of call it is where it has no name here."""
        machine = syscall_numbers.this_machine()
        if self.architecture != ARCHITECTURES[machine]:
            return f"32-bit call {self.number}"
        if machine == "x86_64" and self.number >= X32_BIT:
            return f"x32 call {self.number - X32_BIT}"
        return _names(machine).get(self.number, f"call {self.number}")


def receive(listener: int) -> Call | None:
    """The next forbidden call; None when there is none, or its process was killed meanwhile.

    Never waits.  Raises ``OSError``.
    """
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    # A listener whose processes are all gone is no input, but would be waited for all the same.
    if not any(event & select.POLLIN for _, event in poll.poll(0)):
        return None
    size = _notification_bytes()
    notification = ctypes.create_string_buffer(size)
    try:
        libc.call("ioctl", listener, _receive_request(size), notification)
    except OSError as error:
        if error.errno in _NO_LONGER_THERE:
            return None
        raise
    _, process_id, _, number, architecture = _NOTIFICATION.unpack_from(notification)
    return Call(process_id, architecture, number)


@cache
def _notification_bytes() -> int:
    """Size of ``struct seccomp_notif`` in this kernel, which may be newer than this program."""
    sizes = ctypes.create_string_buffer(_SIZES.size)
    libc.syscall("seccomp", _GET_SIZES, 0, sizes)
    return int(_SIZES.unpack(sizes.raw)[0])


def _receive_request(size: int) -> int:
    """SECCOMP_IOCTL_NOTIF_RECV: to be read and written, with its size, of type "!", the first."""
    return 3 << 30 | size << 16 | ord("!") << 8


@cache
def _names(machine: str) -> dict[int, str]:
    return {number: name for name, number in syscall_numbers.numbers(machine).items()}
