"""File descriptors: placed where they are expected, all others closed."""

from __future__ import annotations

import fcntl
import os

from sandbox.confine import libc

_FIRST_OWN = 20
_MAX_UINT = 0xFFFFFFFF


def raised(descriptor: int) -> int:
    """Move ``descriptor`` above those that a child's own will be placed on; it is closed on
    execve(2).
    """
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _FIRST_OWN)
    os.close(descriptor)
    return moved


def place(*sources: int) -> None:
    """Put ``sources`` on 0, 1, 2, ...; each must be above these (see ``raised``)."""
    for target, source in enumerate(sources):
        os.dup2(source, target)


def close_from(first: int) -> None:
    """Close every descriptor from ``first`` on, close_range(2)."""
    libc.syscall("close_range", first, _MAX_UINT, 0)


def at_end_of_file() -> int:
    """A descriptor that reads as an empty file: /dev/null where there is no /dev."""
    reader, writer = os.pipe()
    os.close(writer)
    return raised(reader)
