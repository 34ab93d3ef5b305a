"""Each printed example equals the reference, to the decimals printed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from app.domain.cases import run_cases
from app.domain.problem import Example, Problem
from app.domain.proof import Claim, Row
from app.services.reference_answers import ReferenceAnswers


def examples_true(problem: Problem, answers: ReferenceAnswers) -> Iterator[Row]:
    for example, case in zip(problem.spec.examples, run_cases(problem), strict=True):
        yield _example(example, answers.expected(problem, case))


def _example(example: Example, expected: np.ndarray) -> Row:
    """A printed value may differ from the exact one by half of its last decimal."""
    printed = np.asarray(example.output, dtype=expected.dtype)
    if printed.shape != expected.shape:
        detail = f"printed with shape {printed.shape}, the reference returns {expected.shape}"
        return Row(claim=Claim.EXAMPLE, subject=example.name, holds=False, detail=detail)
    half = 0.5 * 10.0**-example.decimals
    off = np.abs(printed - expected) > half * (1 + 1e-6)
    if not off.any():
        detail = f"equal to {example.decimals} decimals"
        return Row(claim=Claim.EXAMPLE, subject=example.name, holds=True, detail=detail)
    place = tuple(int(axis) for axis in np.argwhere(off)[0])
    detail = (
        f"at {list(place)} printed {printed[place]}, "
        f"the reference gives {expected[place]:.{example.decimals}f}"
    )
    return Row(claim=Claim.EXAMPLE, subject=example.name, holds=False, detail=detail)
