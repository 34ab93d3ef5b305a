"""A report as text for a terminal: a table of the tests, then what went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from app.cli.failure_text import colour, in_full, in_one_line, name
from app.cli.stamp import stamp
from app.cli.tables import table
from app.domain.report import Report, TestReport
from app.domain.verdict import WORDS, Verdict
from app.domain.visible import one_line

IN_FULL = 3
"""So many failing tests are told in full, the others in one line each."""

_ABOUT_THE_FILE = (Verdict.SYNTAX_ERROR, Verdict.NO_FUNCTION)
_NOTHING_TO_TELL = (Verdict.ACCEPTED, Verdict.NOT_RUN)


def report_lines(report: Report, source: str) -> Iterator[str]:
    """Lines to print; ``source`` is what was graded, to show the lines that raised."""
    lines = source.splitlines()
    if _is_about_the_file(report.tests):
        yield from in_full(report.tests[0], lines, "the file")
        yield f"  {_none_could_run(len(report.tests))}"
    else:
        yield from _table(report.tests)
        yield from _failures(report.tests, lines)
        yield from _not_run([test for test in report.tests if test.verdict is Verdict.NOT_RUN])
    yield ""
    yield from stamp(report.tier)
    yield _summary(report)


def _is_about_the_file(tests: Sequence[TestReport]) -> bool:
    verdicts = {test.verdict for test in tests}
    return len(verdicts) == 1 and not verdicts.isdisjoint(_ABOUT_THE_FILE)


def _none_could_run(count: int) -> str:
    return "The test could not run." if count == 1 else f"None of the {count} tests could run."


def _table(tests: Sequence[TestReport]) -> Iterator[str]:
    head = ("test", "verdict", "points", "max error", "ms")
    lines = table(head, [_row(test) for test in tests], right=(2, 3, 4))
    yield click.style(lines[0], bold=True)
    for test, line in zip(tests, lines[1:], strict=True):
        yield click.style(line, fg=colour(test.verdict))


def _row(test: TestReport) -> tuple[str, ...]:
    return (
        name(test),
        WORDS[test.verdict],
        f"{test.points:g}/{test.points_possible:g}",
        _error(test.max_abs_error),
        "" if test.wall_ms is None else f"{test.wall_ms:.1f}",
    )


def _error(error: float | str | None) -> str:
    if error is None:
        return ""
    return f"{error:.2g}" if isinstance(error, float) else one_line(str(error))


def _failures(tests: Sequence[TestReport], source: Sequence[str]) -> Iterator[str]:
    failing = [test for test in tests if _worth_telling(test)]
    # The same trouble in another test says nothing new.
    told = list({_gist(test): test for test in reversed(failing)}.values())[::-1]
    for test in told[:IN_FULL]:
        yield ""
        yield from in_full(test, source, name(test))
    if told[IN_FULL:]:
        yield ""
        yield from (click.style(in_one_line(t), fg=colour(t.verdict)) for t in told[IN_FULL:])


def _worth_telling(test: TestReport) -> bool:
    """Of a hidden test there is often nothing to tell a learner but its verdict."""
    known = test.stdout or test.message or test.exception
    return test.verdict not in _NOTHING_TO_TELL and bool(known)


def _gist(test: TestReport) -> tuple[object, ...]:
    """What is told of a test but its name, where that is all that could differ."""
    own = "" if test.message else test.name
    return (test.verdict, test.message, test.fault, test.exception, test.stdout or "", own)


def _not_run(tests: Sequence[TestReport]) -> Iterator[str]:
    """One line for all: they were left out for one reason, which a hidden one does not tell."""
    if not tests:
        return
    why = next((test.message for test in tests if test.message), "not run")
    count = "1 test" if len(tests) == 1 else f"{len(tests)} tests"
    yield ""
    yield click.style(f"{count} {one_line(why)}", fg=colour(Verdict.NOT_RUN))


def _summary(report: Report) -> str:
    said = click.style(WORDS[report.verdict], fg=colour(report.verdict), bold=True)
    points = f"{report.points:g} of {report.points_possible:g} points"
    seconds = report.timing.total_ms / 1000
    where = f"Python {report.runner.python}, NumPy {report.runner.numpy}, sandbox: {report.tier}"
    return f"{report.problem}: {said}, {points} in {seconds:.2f} s ({where})"
