"""Where a wrong solution first goes wrong, as text for a terminal."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator

import click

from app.cli.tables import columns_of
from app.domain.diagnosis import Diagnosis, Divergence, PitfallFound, StepFinding, StepState
from app.domain.diagnosis_words import (
    STATE_WORDS,
    also_wrong,
    first_wrong,
    heading,
    nothing_wrong_found,
    pitfall_title,
    remarks,
    worth_showing,
)
from app.domain.excerpt import MarkedLine, excerpt
from app.domain.visible import harmless, one_line

MARKS = {
    StepState.MATCH: "✓",
    StepState.FIRST: "✗",
    StepState.INHERITED: "·",
    StepState.NOT_FOUND: "?",
}
_COLOURS = {StepState.MATCH: "green", StepState.FIRST: "red"}
_GAP = "  "
_INDENT = "    "
_BEFORE_A_MARK = 24
"""So much is left of what stands before the expression, where its line is too long."""


def diagnosis_lines(diagnosis: Diagnosis, source: str) -> Iterator[str]:
    """Lines to print; none where there is nothing to say.  ``source`` is what was graded."""
    if not worth_showing(diagnosis):
        return
    columns = shutil.get_terminal_size().columns
    yield ""
    yield click.style(heading(diagnosis), bold=True)
    yield from _rail(diagnosis.steps, columns)
    first = diagnosis.first_divergence
    if first is None:
        yield from _text(nothing_wrong_found(diagnosis), columns)
    else:
        yield ""
        yield from _mistake(first, first_wrong(diagnosis, first), source, columns)
    yield from _text(diagnosis.relation or "", columns)
    for remark in remarks(diagnosis):
        yield from _text(remark, columns)
    for pitfall in diagnosis.pitfalls:
        yield from _pitfall(pitfall_title(diagnosis, pitfall), pitfall, columns)
    for other in diagnosis.also:
        yield ""
        yield from _mistake(other, also_wrong(other), source, columns)


def _rail(steps: tuple[StepFinding, ...], columns: int) -> Iterator[str]:
    """The steps in order with their marks, broken between steps, and what the marks mean."""
    line, used = "", 0
    for step in steps:
        name = f"{MARKS[step.state]} {one_line(step.step)}"
        if used and used + len(_GAP) + columns_of(name) > columns - len(_GAP):
            yield line
            line, used = "", 0
        line += _GAP + click.style(name, fg=_COLOURS.get(step.state))
        used += len(_GAP) + columns_of(name)
    if line:
        yield line
        present = [state for state in StepState if any(step.state is state for step in steps)]
        legend = ", ".join(f"{MARKS[state]} {STATE_WORDS[state]}" for state in present)
        yield from (click.style(part, dim=True) for part in _text(f"({legend})", columns))


def _mistake(at: Divergence, says: str, source: str, columns: int) -> Iterator[str]:
    """Line and step, then the line itself with the expression underlined."""
    where = f"Line {at.line}: " if at.line else ""
    yield click.style(f"{where}{one_line(says)}", fg="red", bold=True)
    for line in excerpt(source, at, 1):
        yield from _underlined(line, at.end_line != at.line, columns - len(_INDENT))
    if at.call_line is not None and at.call_line != at.line:
        yield f"{_GAP}called from line {at.call_line}"


def _underlined(line: MarkedLine, goes_on: bool, room: int) -> Iterator[str]:
    before, marked, after = (one_line(part) for part in (line.before, line.marked, line.after))
    if columns_of(before + marked) > room and len(before) > _BEFORE_A_MARK:
        before = "…" + before[-_BEFORE_A_MARK:]
    marked, after = _cut(marked, room - columns_of(before)), ("" if goes_on else after)
    yield _INDENT + before + marked + _cut(after, room - columns_of(before + marked))
    sign = click.style("^" * max(1, columns_of(marked)), fg="red")
    yield _INDENT + " " * columns_of(before) + sign + (" …" if goes_on else "")


def _cut(text: str, room: int) -> str:
    """``text``, or as much of it as there is room for."""
    if columns_of(text) <= room:
        return text
    if room < 1:
        return ""
    kept = text[: room - 1]
    while columns_of(kept) > room - 1:
        kept = kept[:-1]
    return kept + "…"


def _pitfall(title: str, found: PitfallFound, columns: int) -> Iterator[str]:
    yield ""
    yield click.style(one_line(title), fg="yellow", bold=True)
    yield from _text(found.message, columns)


def _text(text: str, columns: int) -> Iterator[str]:
    """Sentences, indented and wrapped."""
    for line in harmless(text).splitlines():
        yield from textwrap.wrap(
            line, max(20, columns), initial_indent=_GAP, subsequent_indent=_GAP
        )
