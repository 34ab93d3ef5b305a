"""What goes to a terminal: strangers' text made harmless, streams that take any letter."""

from __future__ import annotations

import re
import sys

_DANGEROUS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


def harmless(text: str) -> str:
    r"""``text`` with control characters, escapes, and signs that turn or hide text shown as \x1b.

    Only newline and tab stay.  A learner's print must not be able to move the cursor, set a title,
    or rewrite a verdict that stands above it.
    """
    return _DANGEROUS.sub(_escaped, text)


def one_line(text: str) -> str:
    r"""The same in one line: newlines and tabs are shown as \n and \t."""
    return harmless(text).replace("\n", "\\n").replace("\t", "\\t")


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def accept_any_text() -> None:
    """Let both streams show what their encoding has no sign for as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
