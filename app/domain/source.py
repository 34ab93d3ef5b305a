"""Which sources can be graded at all."""

from __future__ import annotations

from app.errors import TracegradeError

SOURCE_BYTES = 256 * 2**10


class SourceRefused(TracegradeError):
    """A source that is empty, too large or no text, and so is never run."""


def check_source(source: str) -> None:
    """Raise SourceRefused for a source that is empty, over SOURCE_BYTES of UTF-8, or no text."""
    if not source.strip():
        raise SourceRefused("The code is empty", "write the function into it first")
    try:
        size = len(source.encode())
    except UnicodeEncodeError as error:
        raise SourceRefused(
            f"The code is not valid text: character {error.start + 1} is half of a surrogate pair",
            "delete that character and type it again",
        ) from None
    if size > SOURCE_BYTES:
        raise SourceRefused(
            f"The code has {size} bytes; at most {SOURCE_BYTES} are allowed",
            "remove what the function does not need, such as data pasted into the file",
        )
    if "\0" in source:
        line = source.count("\n", 0, source.index("\0")) + 1
        raise SourceRefused(
            f"The code holds a NUL character in line {line}",
            "delete that character; it may come from a damaged or binary file",
        )
