"""The package of the ViT encoder block, its cases, and its reference as a function."""

from __future__ import annotations

import math
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
FOLDER = ROOT / "problems" / "vit-encoder-block"
MODULE = "reference.vit_encoder_block"
WEIGHTS = {"Wq": "DD", "Wk": "DD", "Wv": "DD", "Wo": "DD", "W1": "DM", "W2": "MD"}


@cache
def problem() -> Problem:
    return load_package(FOLDER, shipped=True, references=ROOT / "reference")


@cache
def cases() -> tuple[Case, ...]:
    return submit_cases(problem(), "a submission")


def output(arguments: Any) -> Any:
    return answer(MODULE, "output", arguments, {})


def generic(B: int, N: int, H: int, d: int, M: int, seed: int = 0) -> dict[str, Any]:
    """Arguments with nothing special about them but their sizes."""
    random = np.random.default_rng(seed)
    sizes = {"D": H * d, "M": M}
    arguments: dict[str, Any] = {"x": random.normal(size=(B, N, H * d)), "num_heads": H}
    for name, (rows, columns) in WEIGHTS.items():
        arguments[name] = random.normal(size=(sizes[rows], sizes[columns])) / math.sqrt(sizes[rows])
    return arguments
