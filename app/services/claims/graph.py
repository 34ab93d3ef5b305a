"""Graph and YAML name the same steps and pitfalls, of the declared shapes; the graph repeats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from app.domain.cases import trace_case
from app.domain.problem import Problem, Shape
from app.domain.proof import Claim, Row
from app.services.reference_answers import ReferenceAnswers


def names_agree(problem: Problem, described: dict[str, Any]) -> Iterator[Row]:
    """The page's texts and the graph must speak of the same steps, in order, and pitfalls."""
    yield _same(
        "steps of the graph",
        [step.id for step in problem.spec.steps],
        [step["id"] for step in described["steps"]],
    )
    yield _same(
        "pitfalls of the graph",
        sorted(pitfall.id for pitfall in problem.spec.pitfalls),
        sorted(pitfall["id"] for pitfall in described["pitfalls"]),
    )


def _same(subject: str, written: Sequence[str], known: Sequence[str]) -> Row:
    missing = [name for name in written if name not in known]
    untold = [name for name in known if name not in written]
    parts = []
    if missing:
        parts.append(f"in problem.yaml but not in the graph: {', '.join(missing)}")
    if untold:
        parts.append(f"in the graph but not in problem.yaml: {', '.join(untold)}")
    if not parts and list(written) != list(known):
        parts.append(f"problem.yaml lists them in another order than the graph: {', '.join(known)}")
    detail = "; ".join(parts) or f"{len(written)} named alike"
    return Row(claim=Claim.STEPS, subject=subject, holds=not parts, detail=detail)


def shapes_as_declared(problem: Problem, values: dict[str, np.ndarray]) -> Row:
    """Every step has the shape that the YAML declares, on the trace case.

    A dimension that no argument has (the width of one head) gets its length from the first step
    that names it, and must keep it.
    """
    lengths = dict(problem.spec.trace_case.dimensions)
    known = [step for step in problem.spec.steps if step.id in values]
    wrong = [
        f"{step.id} is {values[step.id].shape}, declared [{', '.join(map(str, step.shape))}]"
        for step in known
        if not _fits(values[step.id].shape, step.shape, lengths)
    ]
    detail = "; ".join(wrong) or "as declared, on the trace case"
    return Row(claim=Claim.STEPS, subject="shapes of the steps", holds=not wrong, detail=detail)


def _fits(shape: tuple[int, ...], declared: Shape, lengths: dict[str, int]) -> bool:
    if len(shape) != len(declared):
        return False
    wanted = [
        axis if isinstance(axis, int) else lengths.setdefault(axis, length)
        for axis, length in zip(declared, shape, strict=True)
    ]
    return wanted == list(shape)


def reference_repeats(problem: Problem, answers: ReferenceAnswers) -> Row:
    """Two fresh runs of the reference give the same bytes."""
    case = trace_case(problem)
    first, second = (answers.fresh(problem, case) for _ in range(2))
    same = first.dtype == second.dtype and first.shape == second.shape
    same = same and first.tobytes() == second.tobytes()
    detail = "two runs agree to the bit" if same else "two runs on the same arguments disagree"
    return Row(claim=Claim.REFERENCE, subject="repeatable", holds=same, detail=detail)
