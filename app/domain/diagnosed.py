"""From the facts that the search found to the document that is stored.

The facts come out of the author's lane: they are read as a stranger's, and one that does not fit is
a ``FactsInvalid``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from app.domain.diagnosis import (
    MOST_SHOWN,
    Compared,
    Confidence,
    Diagnosis,
    Divergence,
    PitfallFound,
    StepFinding,
    StepState,
)
from app.domain.problem import Problem
from app.domain.relation_text import relation_text


class FactsInvalid(Exception):
    """What the search answered is no answer."""


def diagnosed(
    facts: Any,
    problem: Problem,
    dimensions: Mapping[str, int],
    case: str,
    *,
    public: bool,
    broke: tuple[int, int] | None = None,
) -> Diagnosis:
    """The diagnosis on one case; of one that is not ``public`` no value and no shape is told.

    ``dimensions`` are the lengths on the case.  ``broke`` is where a run ended before its end: a
    line, and that of the entry function that led there.  Raises FactsInvalid.
    """
    try:
        found = _Reader(facts, problem, dimensions, public).diagnosis(case, broke)
        return found if public else found.without_values()
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise FactsInvalid(f"{type(error).__name__}: {error}") from error


class _Reader:
    def __init__(
        self, facts: Any, problem: Problem, dimensions: Mapping[str, int], public: bool
    ) -> None:
        self._facts: Mapping[str, Any] = facts
        self._spec = problem.spec
        self._dimensions = dimensions
        self._public = public
        self._titles = {step.id: step.title for step in problem.spec.steps}

    def diagnosis(self, case: str, broke: tuple[int, int] | None) -> Diagnosis:
        mistakes = self._facts["mistakes"]
        divergences = [self._divergence(mistake) for mistake in mistakes]
        if broke is not None and not divergences and self._facts["next"] is not None:
            divergences = [self._broken_off(self._facts["next"], *broke)]
        first = divergences[0] if divergences else None
        return Diagnosis(
            case=case,
            public=self._public,
            first_divergence=first,
            also=tuple(_apart(divergences)),
            steps=tuple(self._finding(step) for step in self._facts["steps"]),
            pitfalls=tuple(self._pitfalls(divergences)),
            relation=self._relation(mistakes[0]) if mistakes and self._public else None,
            confidence=self._confidence(first),
            compared=self._compared(mistakes[0]) if mistakes and self._public else None,
        )

    def _divergence(self, mistake: Mapping[str, Any]) -> Divergence:
        line, column, end_line, end_column = map(int, mistake["span"])
        known = line > 0
        return Divergence(
            step=mistake["step"],
            title=self._titles[mistake["step"]],
            line=line if known else None,
            column=column if known else None,
            end_line=end_line if known else None,
            end_column=end_column if known else None,
            call_line=int(mistake["call"][0]) if known else None,
            isolated=mistake["isolated"] is True,
        )

    def _broken_off(self, step: str, line: int, call_line: int) -> Divergence:
        return Divergence(
            step=step,
            title=self._titles[step],
            line=line,
            column=None,
            end_line=None,
            end_column=None,
            call_line=call_line,
            isolated=False,
        )

    def _finding(self, step: Mapping[str, Any]) -> StepFinding:
        found = step["line"] > 0
        shown = found and self._public
        error = step["error"]
        return StepFinding(
            step=step["id"] if step["id"] in self._titles else _unknown(step["id"]),
            state=StepState(step["state"]),
            line=int(step["line"]) if found else None,
            shape=tuple(map(int, step["shape"])) if shown else None,
            max_abs_error=_finite(float(error)) if shown and error is not None else None,
        )

    def _pitfalls(self, divergences: list[Divergence]) -> Iterator[PitfallFound]:
        texts = {pitfall.id: pitfall for pitfall in self._spec.pitfalls}
        lines = {divergence.step: divergence.line for divergence in divergences}
        for id, step in {it["id"]: it["step"] for it in self._facts["pitfalls"]}.items():
            text = texts[id]
            line = lines.get(step)
            yield PitfallFound(id=id, title=text.title, message=text.message, line=line)

    def _confidence(self, first: Divergence | None) -> Confidence:
        if first is None:
            return Confidence.UNKNOWN
        if self._facts["explained"] is True and first.isolated:
            return Confidence.CERTAIN
        return Confidence.LIKELY

    def _relation(self, mistake: Mapping[str, Any]) -> str | None:
        step = next(step for step in self._spec.steps if step.id == mistake["step"])
        axes = tuple(map(str, step.shape))
        return relation_text(mistake["relation"], step.id, self._titles, self._dimensions, axes)

    def _compared(self, mistake: Mapping[str, Any]) -> Compared | None:
        yours, expected = mistake["yours"], mistake["expected"]
        if not isinstance(yours, np.ndarray) or not isinstance(expected, np.ndarray):
            return None
        if yours.shape != expected.shape or not 0 < yours.size <= MOST_SHOWN:
            return None
        return Compared(
            step=mistake["step"],
            shape=yours.shape,
            yours=tuple(_numbers(yours)),
            expected=tuple(_numbers(expected)),
        )


def _apart(divergences: list[Divergence]) -> Iterator[Divergence]:
    """All after the first that another expression makes: a helper used twice is one mistake."""
    seen = {_place(divergence) for divergence in divergences[:1]}
    for divergence in divergences[1:]:
        if divergence.line is None or _place(divergence) not in seen:
            seen.add(_place(divergence))
            yield divergence


def _place(divergence: Divergence) -> tuple[int | None, ...]:
    return (divergence.line, divergence.column, divergence.end_line, divergence.end_column)


def _numbers(array: np.ndarray) -> Iterator[float | None]:
    for value in np.real(array).astype(float).ravel().tolist():
        yield value if math.isfinite(value) else None


def _unknown(step: str) -> str:
    raise ValueError(f"no step {step!r}")


def _finite(number: float) -> float:
    if not math.isfinite(number):
        raise ValueError(f"{number} is no difference")
    return number
