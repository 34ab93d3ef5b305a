"""How many files and connections this process may have open at once."""

from __future__ import annotations

import resource
from contextlib import suppress

SPARE = 128
"""Open files that are no connections: the database, the front end, what the interpreter needs."""
MOST = 4096


def raise_open_files() -> int:
    """Raise the soft limit of open files to the hard one, where that is allowed; the soft limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def connections(open_files: int) -> int:
    """How many connections may be open, so that a limit of ``open_files`` is never met.

    An event stream or a page costs some 50 kB: MOST of them fit into memory.
    """
    if open_files == resource.RLIM_INFINITY:
        return MOST
    return max(16, min(MOST, open_files - SPARE))
