"""A learner's attempts at a problem, the newest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from app.domain.submission import Kind, State, Summary
from app.domain.verdict import WORDS, Verdict
from app.web.views.wording import points

TITLES = {Kind.RUN: "Run", Kind.SUBMIT: "Submission"}
WAITING = {State.QUEUED: "waiting", State.RUNNING: "running"}


@dataclass(frozen=True, slots=True)
class AttemptView:
    """A line of the list; ``tone`` is pass, fail, none or wait."""

    id: str
    title: str
    at: datetime
    tone: str
    says: str
    points: str


def attempt_view(summary: Summary) -> AttemptView:
    """What a line says of one submission."""
    earned = ""
    if summary.kind is Kind.SUBMIT and summary.points is not None:
        earned = f"{points(summary.points)} of {points(summary.points_possible)} points"
    return AttemptView(
        id=summary.id,
        title=title(summary.kind, summary.number),
        at=summary.created_at,
        tone=tone(summary.verdict),
        says=WORDS[summary.verdict] if summary.verdict else WAITING.get(summary.state, ""),
        points=earned,
    )


def attempt_views(history: Iterable[Summary]) -> tuple[AttemptView, ...]:
    """The lines of the list."""
    return tuple(attempt_view(summary) for summary in history)


def title(kind: Kind, number: int) -> str:
    """``Submission 3`` or ``Run 12``."""
    return f"{TITLES[kind]} {number}"


def tone(verdict: Verdict | None) -> str:
    """How a verdict looks; one that costs nothing is nobody's failure."""
    if verdict is None:
        return "wait"
    if verdict is Verdict.ACCEPTED:
        return "pass"
    return "none" if verdict.costs_nothing else "fail"
