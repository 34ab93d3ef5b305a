"""A report as text for a terminal: a table of the tests, then what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from app.cli.tables import table
from app.domain.report import ExceptionReport, Report, TestReport
from app.domain.verdict import WORDS, Verdict
from app.domain.visible import harmless, one_line

PRINTED_LINES = 40
"""Of what a test printed, this much is shown; the JSON report holds all."""


def report_lines(report: Report, source: str) -> Iterator[str]:
    """Lines to print; ``source`` is what was graded, to show the lines that raised."""
    yield from _table(report.tests)
    last: TestReport | None = None
    for test in report.tests:
        if _worth_telling(test) and not (last and _same(last, test)):
            yield ""
            yield from _told(test, source.splitlines())
            last = test
    yield ""
    yield _summary(report)


def _table(tests: Sequence[TestReport]) -> Iterator[str]:
    head = ("test", "verdict", "points", "max error", "ms")
    lines = table(head, [_row(test) for test in tests], right=(2, 3, 4))
    yield click.style(lines[0], bold=True)
    for test, line in zip(tests, lines[1:], strict=True):
        yield click.style(line, fg=_colour(test.verdict))


def _row(test: TestReport) -> tuple[str, ...]:
    return (
        _name(test),
        WORDS[test.verdict],
        f"{test.points:g}/{test.points_possible:g}",
        _error(test.max_abs_error),
        "" if test.wall_ms is None else f"{test.wall_ms:.1f}",
    )


def _name(test: TestReport) -> str:
    return one_line(test.name) + (" (hidden)" if test.hidden else "")


def _error(error: float | str | None) -> str:
    if error is None:
        return ""
    return f"{error:.2g}" if isinstance(error, float) else one_line(str(error))


def _colour(verdict: Verdict) -> str:
    if verdict is Verdict.ACCEPTED:
        return "green"
    return "yellow" if verdict.costs_nothing else "red"


def _worth_telling(test: TestReport) -> bool:
    """Of a hidden test there is often nothing to tell a learner but its verdict."""
    failed = test.verdict is not Verdict.ACCEPTED
    return bool(test.stdout) or (failed and bool(test.message or test.exception))


def _same(one: TestReport, other: TestReport) -> bool:
    """Whether telling the other as well would say nothing new, as after a syntax error."""
    return _gist(one) == _gist(other) and one.message is not None


def _gist(test: TestReport) -> tuple[object, ...]:
    return (test.verdict, test.message, test.fault, test.exception, test.stdout or "")


def _told(test: TestReport, source: Sequence[str]) -> Iterator[str]:
    said = f"{_name(test)}: {WORDS[test.verdict]}"
    yield click.style(said, fg=_colour(test.verdict), bold=True)
    if test.message is not None:
        yield from _indented(test.message)
    if test.fault is not None:
        yield from _indented(test.fault)
    if test.exception is not None:
        yield from _raised(test.exception, test.message, source)
    if test.stdout:
        yield from _printed(test)


def _indented(text: str, by: str = "  ") -> Iterator[str]:
    for line in harmless(text).splitlines():
        yield by + line


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


def _summary(report: Report) -> str:
    said = click.style(WORDS[report.verdict], fg=_colour(report.verdict), bold=True)
    points = f"{report.points:g} of {report.points_possible:g} points"
    seconds = report.timing.total_ms / 1000
    where = f"Python {report.runner.python}, NumPy {report.runner.numpy}, sandbox: {report.tier}"
    return f"{report.problem}: {said}, {points} in {seconds:.2f} s ({where})"
