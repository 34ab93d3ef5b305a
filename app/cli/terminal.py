"""What goes to a terminal: strangers' text made harmless, streams that take any letter."""

from __future__ import annotations

import sys
import unicodedata

_DANGEROUS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of Unicode: control and format characters, surrogates, line separators."""


def harmless(text: str) -> str:
    r"""``text`` with control characters, escapes, and signs that turn or hide text shown as \x1b.

    Only newline and tab stay.  A learner's print must not be able to move the cursor, set a title,
    or rewrite a verdict that stands above it.
    """
    return "".join(map(_shown, text))


def one_line(text: str) -> str:
    r"""The same in one line: newlines and tabs are shown as \n and \t."""
    return harmless(text).replace("\n", "\\n").replace("\t", "\\t")


def _shown(sign: str) -> str:
    if sign in "\n\t" or unicodedata.category(sign) not in _DANGEROUS:
        return sign
    code = ord(sign)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"


def accept_any_text() -> None:
    """Let both streams show what their encoding has no sign for as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
