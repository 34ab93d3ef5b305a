"""The trace case tells the steps, and the pitfalls, apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from app.domain.cases import trace_case
from app.domain.problem import Problem
from app.domain.proof import Claim, Row, alike_pairs
from app.services.claims.pitfalls import margins
from app.services.reference_answers import ReferenceAnswers


def trace_case_tells_apart(
    problem: Problem,
    values: dict[str, np.ndarray],
    answers: ReferenceAnswers,
    described: Mapping[str, Any],
) -> Iterator[Row]:
    """No two steps or inputs hold the same numbers, and no pitfall leaves the output as it is.

    A step that only rearranges its own input (joining the heads) holds the same numbers by nature:
    whoever finds the one has found the other.
    """
    case = trace_case(problem)
    arrays = {k: v for k, v in case.arguments.items() if isinstance(v, np.ndarray)}
    inputs = {step["id"]: step["inputs"] for step in described["steps"]}
    pairs = [
        f"{left} and {right}"
        for left, right in alike_pairs({**arrays, **values})
        if left not in inputs.get(right, ()) and right not in inputs.get(left, ())
    ]
    detail = f"hold the same numbers: {'; '.join(pairs)}" if pairs else "no two alike"
    yield Row(claim=Claim.TRACE_CASE, subject="steps and inputs", holds=not pairs, detail=detail)
    blind = [name for name, margin in margins(problem, case, answers).items() if margin <= 1]
    detail = f"not seen on it: {', '.join(blind)}" if blind else "each changes the output"
    yield Row(claim=Claim.TRACE_CASE, subject="pitfalls", holds=not blind, detail=detail)
