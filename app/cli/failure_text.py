"""How one test ended, as text for a terminal: in full, or in one line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from app.domain.report import ExceptionReport, TestReport
from app.domain.verdict import WORDS, Verdict
from app.domain.visible import harmless, one_line

PRINTED_LINES = 10
"""Of what a test printed, this much is shown; the JSON report holds all."""


def name(test: TestReport) -> str:
    """The test's name in one line, and whether it is hidden."""
    return one_line(test.name) + (" (hidden)" if test.hidden else "")


def colour(verdict: Verdict) -> str:
    """Of click's colours, the one for a verdict."""
    if verdict is Verdict.ACCEPTED:
        return "green"
    return "yellow" if verdict.costs_nothing else "red"


def in_full(test: TestReport, source: Sequence[str], subject: str) -> Iterator[str]:
    """Lines about ``test``, called ``subject``; ``source`` holds the lines that may have raised."""
    said = f"{subject}: {WORDS[test.verdict]}"
    yield click.style(said, fg=colour(test.verdict), bold=True)
    if test.message is not None:
        yield from _indented(test.message)
    if test.fault is not None:
        yield from _indented(test.fault)
    if test.exception is not None:
        yield from _raised(test.exception, test.message, source)
    if test.stdout:
        yield from _printed(test)


def in_one_line(test: TestReport) -> str:
    """The name, the verdict, and the first line of what is known beyond."""
    said = test.message or (test.exception and test.exception.type) or ""
    first = one_line(said.split("\n", 1)[0])
    return f"{name(test)}: {WORDS[test.verdict]}" + (f": {first}" if first else "")


def _indented(text: str) -> Iterator[str]:
    for line in harmless(text).splitlines():
        yield f"  {line}"


def _raised(
    exception: ExceptionReport, message: str | None, source: Sequence[str]
) -> Iterator[str]:
    if message is None:
        yield from _indented(exception.type)
    for frame in exception.frames:
        where = f" in {one_line(frame.function)}" if frame.function else ""
        yield f"    line {frame.line}{where}"
        if 0 < frame.line <= len(source):
            yield "      " + one_line(source[frame.line - 1].strip())


def _printed(test: TestReport) -> Iterator[str]:
    lines = harmless(test.stdout or "").splitlines()
    yield "  printed:"
    for line in lines[:PRINTED_LINES]:
        yield f"    {line}"
    if len(lines) > PRINTED_LINES:
        yield f"    ... and {len(lines) - PRINTED_LINES} more lines"
    if test.stdout_truncated:
        yield "    ... cut off: too much was printed"
