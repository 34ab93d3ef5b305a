"""The trace case tells the steps, and the pitfalls, apart."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.domain.cases import trace_case
from app.domain.problem import Problem
from app.domain.proof import Claim, Row, alike_pairs
from app.services.claims.pitfalls import margins
from app.services.reference_answers import ReferenceAnswers


def trace_case_tells_apart(
    problem: Problem, values: dict[str, np.ndarray], answers: ReferenceAnswers
) -> Iterator[Row]:
    case = trace_case(problem)
    arrays = {k: v for k, v in case.arguments.items() if isinstance(v, np.ndarray)}
    pairs = [f"{left} and {right}" for left, right in alike_pairs({**arrays, **values})]
    detail = f"hold the same numbers: {'; '.join(pairs)}" if pairs else "no two alike"
    yield Row(claim=Claim.TRACE_CASE, subject="steps and inputs", holds=not pairs, detail=detail)
    blind = [name for name, margin in margins(problem, case, answers).items() if margin <= 1]
    detail = f"not seen on it: {', '.join(blind)}" if blind else "each changes the output"
    yield Row(claim=Claim.TRACE_CASE, subject="pitfalls", holds=not blind, detail=detail)
