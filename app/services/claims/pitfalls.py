"""Every known pitfall is caught by a test, by a margin that is no luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.problem import Problem
from app.domain.proof import (
    MARGIN_NEEDED,
    PRECISION_MARGIN_NEEDED,
    Claim,
    Row,
    error_over_tolerance,
)
from app.services.reference_answers import ReferenceAnswers


def pitfalls_caught(
    problem: Problem,
    cases: Sequence[Case],
    answers: ReferenceAnswers,
    described: Mapping[str, Any],
) -> Iterator[Row]:
    """One row per pitfall and variant: the test with the largest error over tolerance."""
    needed = {pitfall["id"]: _needed(pitfall) for pitfall in described["pitfalls"]}
    best: dict[str, tuple[float, str]] = {}
    for case in cases:
        for name, margin in margins(problem, case, answers).items():
            best[name] = max(best.get(name, (-1.0, "")), (margin, case.name), key=lambda it: it[0])
    for name, (margin, test) in best.items():
        yield _row(name, margin, test, needed[name.split("/")[0]])


def margins(problem: Problem, case: Case, answers: ReferenceAnswers) -> dict[str, float]:
    """Each pitfall's error over tolerance on one case; one that raises is off beyond measure."""
    expected = answers.expected(problem, case)
    outputs = answers.pitfalls(problem, case)
    return {name: _margin(output, expected, problem) for name, output in outputs.items()}


def _margin(output: Any, expected: np.ndarray, problem: Problem) -> float:
    if not isinstance(output, np.ndarray):
        return float("inf")
    return error_over_tolerance(output, expected, problem.spec.tolerance)


def _needed(pitfall: Mapping[str, Any]) -> float:
    return PRECISION_MARGIN_NEEDED if pitfall["kind"] == "dtype" else MARGIN_NEEDED


def _row(name: str, margin: float, test: str, needed: float) -> Row:
    holds = margin >= needed
    if margin <= 1:
        detail = f'no test catches it; nearest is "{test}": add a test on which it shows'
    elif not holds:
        detail = f'only {margin:.3g} × tolerance at best, in "{test}"; {needed:g} × is needed'
    else:
        detail = f'"{test}"'
    return Row(claim=Claim.PITFALL, subject=name, holds=holds, detail=detail, margin=margin)
