"""``tracegrade problem check``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import groupby

import click

from app import bootstrap
from app.cli.exits import Exit
from app.cli.stamp import stamp
from app.cli.tables import table
from app.cli.unprotected import grader
from app.cli.unprotected import option as unprotected_option
from app.domain.problem import Problem
from app.domain.proof import Proof, Row
from app.domain.visible import one_line
from app.services.check_problem import check_problem
from app.settings import Settings, read_settings


@click.command()
@click.argument("problem")
@click.option("--json", "as_json", is_flag=True, help="Print the proof as JSON.")
@unprotected_option
def check(problem: str, as_json: bool, unprotected: bool) -> None:
    """Prove that PROBLEM is good, and print the proof as a table.

    The graph and the texts name the same steps; printed examples are true; accepted submissions
    pass, rejected ones and the starter fail; every pitfall is caught by a test, with its error as a
    multiple of the tolerance; the trace case tells the steps apart.

    Exit codes: 0 all claims hold, 1 some do not, 2 wrong usage or an invalid package, 3 the grader
    failed.
    """
    settings = read_settings(os.environ)
    loaded = bootstrap.catalog(settings).open(problem)
    proof = _proved(settings, loaded, quiet=as_json, unprotected=unprotected)
    click.echo(proof.model_dump_json(indent=2) if as_json else "\n".join(proof_lines(proof)))
    raise SystemExit(Exit.OK if proof.holds else Exit.NO)


def _proved(settings: Settings, problem: Problem, *, quiet: bool, unprotected: bool) -> Proof:
    with (
        grader(settings, unprotected=unprotected) as (runner, answers),
        _Progress(quiet) as progress,
    ):
        return check_problem(
            problem,
            runner=runner,
            answers=answers,
            clock=time.perf_counter,
            on_row=progress.show,
            workers=settings.workers,
        )


class _Progress:
    """One line on a terminal that says how far the check has come; nothing in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self._stream = sys.stderr
        self._shown = not quiet and self._stream.isatty()
        self._done = 0

    def __enter__(self) -> _Progress:
        return self

    def __exit__(self, *error: object) -> None:
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def show(self, row: Row) -> None:
        self._done += 1
        if self._shown:
            self._stream.write(f"\r\x1b[K{self._done} checked: {row.claim} {one_line(row.subject)}")
            self._stream.flush()


def proof_lines(proof: Proof) -> Iterator[str]:
    """The table: a section per kind of claim, then a sentence with the outcome."""
    for claim, rows in groupby(proof.rows, key=lambda row: row.claim):
        yield click.style(claim.value, bold=True)
        yield from (f"  {line}" for line in _section(list(rows)))
        yield ""
    yield from stamp(proof.tier)
    yield _outcome(proof)


def _section(rows: Sequence[Row]) -> list[str]:
    with_margin = any(row.margin is not None for row in rows)
    head = ["", "", "error / tolerance"] if with_margin else ["", ""]
    cells = [_cells(row, with_margin) for row in rows]
    lines = table(
        [*head, "caught by" if with_margin else ""], cells, right=(2,) if with_margin else ()
    )
    return lines if with_margin else lines[1:]


def _cells(row: Row, with_margin: bool) -> list[str]:
    mark = "ok" if row.holds else "NO"
    margin = [f"{row.margin:.3g}" if row.margin is not None else ""] if with_margin else []
    return [mark, one_line(row.subject), *margin, one_line(row.detail)]


def _outcome(proof: Proof) -> str:
    failed = sum(not row.holds for row in proof.rows)
    if failed:
        return f"{proof.problem} is not good yet: {failed} of {len(proof.rows)} claims do not hold."
    margins = [row.margin for row in proof.rows if row.margin is not None]
    least = f"; least margin of a pitfall {min(margins):.3g} × tolerance" if margins else ""
    return f"{proof.problem} is good: all {len(proof.rows)} claims hold{least}."
