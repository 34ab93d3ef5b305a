"""The package of softmax cross-entropy backward, its cases, and its reference as a function."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.cases import submit_cases
from app.domain.problem import Problem
from app.library.package import load_package
from reference.answers import answer

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "problems" / "softmax-cross-entropy-backward"
MODULE = "reference.softmax_cross_entropy_backward"


@cache
def problem() -> Problem:
    return load_package(FOLDER, shipped=True, references=ROOT / "reference")


@cache
def cases() -> tuple[Case, ...]:
    return submit_cases(problem(), "a submission")


def output(arguments: Any) -> Any:
    return answer(MODULE, "output", arguments, {})


def generic(B: int, C: int, seed: int = 0) -> dict[str, Any]:
    """Arguments with nothing special about them but their sizes."""
    random = np.random.default_rng(seed)
    logits = random.normal(scale=3.0, size=(B, C))
    return {"logits": logits, "labels": random.integers(0, C, size=B)}
