"""The bytes of a YAML file as text, or a fault at the line where they are not acceptable."""

from __future__ import annotations

import re
from typing import NoReturn

from app.library.faults import Findings, KeyPath

MAX_BYTES = 2**20

_TAB = re.compile(r"^ *\t", re.MULTILINE)


class Unreadable(Exception):
    """Reading cannot go on: the fault has been noted."""


def note_at(findings: Findings, line: int, message: str, advice: str, path: KeyPath = ()) -> None:
    """Add a fault at a line of the file that is not the line of a value."""
    Findings(findings.file, {(): (line, 1)}, findings.faults).at(path, message, advice)


def stop_at(findings: Findings, line: int, message: str, advice: str) -> NoReturn:
    """Add a fault at a line and give up."""
    note_at(findings, line, message, advice)
    raise Unreadable


def decoded(content: bytes, findings: Findings) -> str:
    """The text, or a fault at the line of the first byte that does not belong."""
    if len(content) > MAX_BYTES:
        findings.at((), f"the file has {len(content)} bytes, more than {MAX_BYTES}", "shorten it")
        raise Unreadable
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        stop_at(
            findings,
            1 + content.count(b"\n", 0, error.start),
            f"byte 0x{content[error.start]:02x} is not UTF-8",
            "save the file as UTF-8",
        )
    if tab := _TAB.search(text):
        stop_at(
            findings,
            1 + text.count("\n", 0, tab.start()),
            f"the line is indented with a tab (column {tab.end() - tab.start()})",
            "indent with spaces",
        )
    return text
