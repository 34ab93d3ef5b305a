"""The one document a grading leaves behind: stored whole, shown only through ``seen_by``."""

from __future__ import annotations

import builtins
from typing import Any, Literal

from pydantic import Field

from app.domain.diagnosis import Diagnosis
from app.domain.model import Model
from app.domain.roles import Role
from app.domain.verdict import Verdict


class Element(Model):
    """One element of the output: where it is, what was returned and what was expected.

    NaN and infinities are written as "nan", "inf" and "-inf", so that the document is JSON.
    """

    index: tuple[int, ...]
    got: float | int | bool | str
    expected: float | int | bool | str


class FrameReport(Model):
    """A line of the learner's own code in a traceback."""

    line: int
    function: str | None


class ExceptionReport(Model):
    """An exception in the learner's code; only the learner's own frames."""

    type: str
    message: str | None
    frames: tuple[FrameReport, ...]


class TestReport(Model):
    """The outcome of one test.

    ``message`` is for the learner.  ``reason`` tells apart what shares a verdict.  ``fault`` is
    what the grader knows of its own failure, kept from learners: it may speak of the reference.
    """

    __test__ = False

    name: str
    verdict: Verdict
    hidden: bool
    points: float
    points_possible: float
    max_abs_error: float | str | None = None
    max_rel_error: float | str | None = None
    bad_count: int | None = None
    first_bad: Element | None = None
    worst_bad: Element | None = None
    message: str | None = None
    reason: str | None = None
    fault: str | None = None
    exception: ExceptionReport | None = None
    stdout: str | None = None
    stdout_truncated: bool | None = None
    wall_ms: float | None = None
    cpu_ms: float | None = None


class RunnerReport(Model):
    """The versions that computed the values."""

    python: str
    numpy: str


class Timing(Model):
    """Where the time went, in milliseconds; parts are kept from learners where tests are hidden."""

    sandbox_ms: float | None
    compare_ms: float | None
    total_ms: float


class Report(Model):
    """A whole grading.  Keys may be added within /1, none removed."""

    schema_: Literal["tracegrade.report/1"] = Field(default="tracegrade.report/1", alias="schema")
    problem: str
    grading_hash: str
    code_sha256: str
    tier: str
    runner: RunnerReport
    verdict: Verdict
    points: float
    points_possible: float
    tests: tuple[TestReport, ...]
    diagnosis: Diagnosis | None = None
    timing: Timing

    def seen_by(self, role: Role) -> Report:
        """The report as this role may see it; the only way out of the server."""
        if role is not Role.LEARNER:
            return self
        seen: dict[str, Any] = {"tests": tuple(_for_learner(test) for test in self.tests)}
        if self.diagnosis is not None and not self.diagnosis.public:
            seen["diagnosis"] = self.diagnosis.without_values()
        if any(test.hidden for test in self.tests):
            seen["timing"] = _coarse(self.timing)
        return self.model_copy(update=seen)


_KNOWN_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
) | {"numpy.linalg.LinAlgError", "numpy.exceptions.AxisError"}


_SPECIAL_EXCEPTIONS = {
    "numpy._core._exceptions._ArrayMemoryError": "MemoryError",
    "numpy._core._exceptions._UFuncNoLoopError": "TypeError",
    "numpy._core._exceptions._UFuncBinaryResolutionError": "TypeError",
    "numpy._core._exceptions._UFuncInputCastingError": "TypeError",
    "numpy._core._exceptions._UFuncOutputCastingError": "TypeError",
}
"""Types that NumPy makes for itself, and what learners know them as."""


def _coarse(timing: Timing) -> Timing:
    """A learner can take the total with a watch, but sums would give hidden tests' times away."""
    tenths = round(timing.total_ms / 100)
    return Timing(sandbox_ms=None, compare_ms=None, total_ms=100.0 * tenths)


def _known(name: str) -> str:
    """Only well-known types are named: code can build the name of a class from a hidden input."""
    name = _SPECIAL_EXCEPTIONS.get(name, name)
    return name if name in _KNOWN_EXCEPTIONS else "Exception"


def _for_learner(test: TestReport) -> TestReport:
    """Of a hidden test: name, verdict, points, exception type and own line number, nothing else."""
    if not test.hidden:
        return test.model_copy(update={"fault": None})
    exception = test.exception and ExceptionReport(
        type=_known(test.exception.type),
        message=None,
        frames=tuple(FrameReport(line=f.line, function=None) for f in test.exception.frames[-1:]),
    )
    return TestReport(
        name=test.name,
        verdict=test.verdict,
        hidden=True,
        points=test.points,
        points_possible=test.points_possible,
        exception=exception,
    )
