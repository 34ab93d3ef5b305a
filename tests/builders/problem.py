"""The tiny problem as the application holds it, without a folder on disk."""

from __future__ import annotations

from typing import Any

from app.domain.problem import Problem, ProblemSpec
from tests.builders.package import ACCEPTED, specification


def scaled_sum(**changes: Any) -> Problem:
    """A valid problem; ``changes`` replaces its own fields, not those of its specification."""
    fields: dict[str, Any] = {
        "spec": ProblemSpec.model_validate(specification()),
        "statement": "statement",
        "theory": "theory",
        "reference": (),
        "accepted": (),
        "rejected": (),
        "folder": "scaled-sum",
        "shipped": True,
        "grading_hash": "a" * 64,
        "content_hash": "b" * 64,
    }
    return Problem(**{**fields, **changes})


SOURCE = ACCEPTED
EXAMPLES = 1
TESTS = 4
POINTS = 6
