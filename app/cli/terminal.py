"""What goes to a terminal: streams that take any letter."""

from __future__ import annotations

import sys


def accept_any_text() -> None:
    """Let both streams show what their encoding has no sign for as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
