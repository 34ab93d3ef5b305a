"""Where an exception was raised, as far as the learner's source has such a place."""

from __future__ import annotations

import re
from dataclasses import replace

from sandbox.protocol import Frame, RaisedError, RunStatus

_LINE_END = re.compile(r"\r\n|\r|\n")
"""What ends a line for Python; form feeds and Unicode's separators do not."""


def located(error: RaisedError | None, status: RunStatus, source: str) -> RaisedError | None:
    """``error`` with such frames only whose line ``source`` has.

    Code can compile other code with any line number, or forge its answer: numbers at will would
    carry the inputs of hidden tests to the learner.  Python may place a syntax error at the end,
    behind the last line; that is then the last line.
    """
    if error is None:
        return None
    count = line_count(source)
    frames = error.frames
    if status is RunStatus.SYNTAX_ERROR:
        frames = tuple(_at_most(frame, count) for frame in frames[-1:])
    frames = tuple(frame for frame in frames if 1 <= frame.line <= count)
    return replace(error, frames=frames)


def line_count(source: str) -> int:
    """Lines of ``source`` as Python numbers them; an end of line ends one and begins none."""
    lines = _LINE_END.split(source)
    return len(lines) - (lines[-1] == "")


def _at_most(frame: Frame, count: int) -> Frame:
    return replace(frame, line=min(frame.line, count))
