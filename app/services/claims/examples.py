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
    """A printed float may differ from the exact one by half of its last decimal; a printed boolean
    or integer may not differ.
    """
    printed = np.asarray(example.output, dtype=expected.dtype)
    if printed.shape != expected.shape:
        detail = f"printed with shape {printed.shape}, the reference returns {expected.shape}"
        return Row(claim=Claim.EXAMPLE, subject=example.name, holds=False, detail=detail)
    off = _off(printed, expected, example.decimals)
    if not off.any():
        detail = f"equal to {example.decimals} decimals"
        return Row(claim=Claim.EXAMPLE, subject=example.name, holds=True, detail=detail)
    place = tuple(int(axis) for axis in np.argwhere(off)[0])
    detail = (
        f"at {list(place)} printed {printed[place]}, "
        f"the reference gives {_written(expected[place], example.decimals)}"
    )
    return Row(claim=Claim.EXAMPLE, subject=example.name, holds=False, detail=detail)


def _off(printed: np.ndarray, expected: np.ndarray, decimals: int) -> np.ndarray:
    """Which elements differ; the difference is taken in float64 or complex128."""
    if expected.dtype.kind not in "fc":
        return np.asarray(printed != expected)
    wide = np.result_type(expected.dtype, np.float64)
    half = 0.5 * 10.0**-decimals
    difference = np.abs(np.subtract(printed, expected, dtype=wide))
    return np.asarray(difference > half * (1 + 1e-6))


def _written(value: np.generic, decimals: int) -> str:
    """With ``decimals`` decimals where the dtype has any; booleans and integers have none."""
    return f"{value:.{decimals}f}" if value.dtype.kind in "fc" else str(value)
