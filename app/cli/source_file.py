"""Read the file to grade, or say in plain words why it cannot be read."""

from __future__ import annotations

import sys

from app.domain.source import SOURCE_BYTES, check_source
from app.errors import TracegradeError


class FileUnreadable(TracegradeError):
    """The file to grade is missing, no file, empty, too large or no UTF-8 text."""


def read_source(name: str) -> str:
    """The text of file ``name``, or of standard input for "-".

    A byte order mark is dropped.  Raises FileUnreadable or SourceRefused.
    """
    if not name:
        advice = "name the Python file, or - for standard input"
        raise FileUnreadable("The name of the file is empty", advice)
    shown = "Standard input" if name == "-" else f"File {name}"
    text = _decoded(shown, _bytes(name))
    if not text.strip():
        raise FileUnreadable(f"{shown} is empty", "write the function into it first")
    check_source(text)
    return text


def _decoded(shown: str, data: bytes) -> str:
    if b"\0" in data:
        raise FileUnreadable(
            f"{shown} is no text: it holds NUL bytes, as programs and archives do",
            "name the Python file that defines the function",
        )
    if len(data) > SOURCE_BYTES:
        raise FileUnreadable(
            f"{shown} has more than {SOURCE_BYTES} bytes",
            "remove what the function does not need, such as data pasted into the file",
        )
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise FileUnreadable(
            f"{shown} is not UTF-8 text: byte 0x{data[error.start]:02x} in line {line}",
            "save it again in UTF-8",
        ) from None


def _bytes(name: str) -> bytes:
    """At most one byte more than may be graded: enough to see that it is too much."""
    if name == "-":
        return sys.stdin.buffer.read(SOURCE_BYTES + 1)
    try:
        with open(name, "rb") as file:
            return file.read(SOURCE_BYTES + 1)
    except FileNotFoundError:
        raise FileUnreadable(f"File {name} does not exist", "check the path") from None
    except IsADirectoryError:
        raise FileUnreadable(f"{name} is a folder", "name the Python file in it") from None
    except (OSError, ValueError) as error:
        # ValueError: a name with a NUL in it.
        why = getattr(error, "strerror", None) or str(error)
        raise FileUnreadable(f"File {name} cannot be read", why) from None
