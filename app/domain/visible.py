"""Strangers' text made harmless: what would steer a terminal or turn a line is shown instead."""

from __future__ import annotations

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
    if sign in "\n\t" or not _dangerous(sign):
        return sign
    code = ord(sign)
    if code > 0xFFFF:
        return f"\\U{code:08x}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"


def _dangerous(sign: str) -> bool:
    code = ord(sign)
    noncharacter = code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
    return noncharacter or unicodedata.category(sign) in _DANGEROUS
