"""How many files and connections this process may have open at once."""

from __future__ import annotations

import sys
from contextlib import suppress

SPARE = 128
"""Open files that are no connections: the database, the front end, what the interpreter needs."""
MOST = 4096


if sys.platform == "win32":

    def raise_open_files() -> int | None:
        """Windows has no such limit on connections: None."""
        return None
else:
    import resource

    def raise_open_files() -> int | None:
        """Raise the soft limit of open files to the hard one, where that is allowed; the soft
        limit, None for no limit.
        """
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return None if soft == resource.RLIM_INFINITY else soft


def connections(open_files: int | None) -> int:
    """How many connections may be open, so that a limit of ``open_files``, if any, is never met.

    An event stream or a page costs some 50 kB: MOST of them fit into memory.
    """
    if open_files is None:
        return MOST
    return max(16, min(MOST, open_files - SPARE))
