"""The judgements a test or a submission can get, and what each means."""

from __future__ import annotations

from enum import StrEnum


class Verdict(StrEnum):
    """A judgement; the grader's own failure stands apart and is never the learner's."""

    ACCEPTED = "accepted"
    WRONG_VALUE = "wrong_value"
    WRONG_TYPE = "wrong_type"
    WRONG_SHAPE = "wrong_shape"
    WRONG_DTYPE = "wrong_dtype"
    NOT_FINITE = "not_finite"
    INPUT_MODIFIED = "input_modified"
    PROPERTY_FAILED = "property_failed"
    EXCEPTION = "exception"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    OUTPUT_LIMIT = "output_limit"
    CRASHED = "crashed"
    FORBIDDEN = "forbidden"
    FORBIDDEN_CALL = "forbidden_call"
    NO_FUNCTION = "no_function"
    SYNTAX_ERROR = "syntax_error"
    NOT_RUN = "not_run"
    CANCELLED = "cancelled"
    RUNTIME_MISSING = "runtime_missing"
    GRADER_FAILED = "grader_failed"

    @property
    def costs_nothing(self) -> bool:
        """True for the verdicts that never cost points or attempts."""
        return self in _COSTS_NOTHING


_COSTS_NOTHING = frozenset(
    {Verdict.NOT_RUN, Verdict.CANCELLED, Verdict.RUNTIME_MISSING, Verdict.GRADER_FAILED}
)

WORDS: dict[Verdict, str] = {
    Verdict.ACCEPTED: "accepted",
    Verdict.WRONG_VALUE: "wrong values",
    Verdict.WRONG_TYPE: "not an array",
    Verdict.WRONG_SHAPE: "wrong shape",
    Verdict.WRONG_DTYPE: "wrong dtype",
    Verdict.NOT_FINITE: "NaN or infinity",
    Verdict.INPUT_MODIFIED: "changed its input",
    Verdict.PROPERTY_FAILED: "property does not hold",
    Verdict.EXCEPTION: "exception",
    Verdict.TIME_LIMIT: "out of time",
    Verdict.MEMORY_LIMIT: "out of memory",
    Verdict.OUTPUT_LIMIT: "too much output",
    Verdict.CRASHED: "crashed",
    Verdict.FORBIDDEN: "forbidden operation",
    Verdict.FORBIDDEN_CALL: "forbidden call",
    Verdict.NO_FUNCTION: "no such function",
    Verdict.SYNTAX_ERROR: "syntax error",
    Verdict.NOT_RUN: "not run",
    Verdict.CANCELLED: "cancelled",
    Verdict.RUNTIME_MISSING: "runtime not installed",
    Verdict.GRADER_FAILED: "the grader failed",
}
"""What a learner reads for each verdict, beside a test or at the head of a report."""
