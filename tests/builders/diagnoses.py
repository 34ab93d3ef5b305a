"""Diagnoses of a solution of the tiny problem that forgets the factor."""

from __future__ import annotations

from typing import Any

from app.domain.diagnosis import Compared, Diagnosis, Divergence, PitfallFound, StepFinding

UNSCALED = "def scaled_sum(x, factor):\n    rows = x.sum(axis=1)\n    return np.copy(rows)\n"
"""The value that goes wrong is made on line 3, columns 11 to 24."""


def divergence(**changes: Any) -> Divergence:
    """The last step, on line 3 of ``UNSCALED``."""
    fields = {
        "step": "output",
        "title": "Product",
        "line": 3,
        "column": 11,
        "end_line": 3,
        "end_column": 24,
        "call_line": 3,
        "isolated": True,
    }
    return Divergence.model_validate({**fields, **changes})


def diagnosis(**changes: Any) -> Diagnosis:
    """A certain one on the public trace case."""
    fields = {
        "case": "trace case",
        "public": True,
        "first_divergence": divergence(),
        "steps": (
            StepFinding.model_validate(
                {"step": "total", "state": "match", "line": 2, "shape": (2,), "max_abs_error": 0.0}
            ),
            StepFinding.model_validate(
                {"step": "output", "state": "first", "line": 3, "shape": (2,), "max_abs_error": 1.0}
            ),
        ),
        "pitfalls": (
            PitfallFound(
                id="sum-over-rows",
                title="The other axis",
                message="The columns were added up, not the rows.",
                line=3,
            ),
        ),
        "relation": "Your value is the expected one times 0.8.",
        "confidence": "certain",
        "compared": Compared(step="output", shape=(2,), yours=(1.0, -4.0), expected=(1.25, -5.0)),
    }
    return Diagnosis.model_validate({**fields, **changes})


def unplaced() -> Divergence:
    """One that could not be traced to an expression."""
    nowhere = ("line", "column", "end_line", "end_column", "call_line")
    return divergence(**dict.fromkeys(nowhere))
