"""What the API says and takes; a contract, so it is written out and not taken from the domain."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, ConfigDict, Field

from app.domain.problem import Difficulty, Example, Parameter, Problem, Returns, Source
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.submission import Kind, State, Submission, Summary
from app.domain.tolerance import Tolerance
from app.domain.verdict import Verdict


class ErrorBody(BaseModel):
    """What went wrong: a stable code, a sentence, and what to do."""

    code: str
    message: str
    advice: str


class ErrorOut(BaseModel):
    """Every answer that is no success."""

    error: ErrorBody


class ProblemLine(BaseModel):
    """A problem in the list."""

    id: str
    title: str
    difficulty: Difficulty
    tags: tuple[str, ...]
    summary: str

    @classmethod
    def of(cls, problem: Problem) -> ProblemLine:
        spec = problem.spec
        return cls(
            id=spec.id,
            title=spec.title,
            difficulty=spec.difficulty,
            tags=spec.tags,
            summary=spec.summary,
        )


class TestOut(BaseModel):
    """A test by name; ``why`` is null for a hidden one, whose content stays closed."""

    __test__ = False

    name: str
    points: int
    hidden: bool
    why: str | None


class ProblemOut(ProblemLine):
    """A whole problem as a learner may see it; texts are Markdown with LaTeX."""

    function: str
    parameters: tuple[Parameter, ...]
    returns: Returns
    dimensions: dict[str, str]
    statement: str
    theory: str
    requirements: tuple[str, ...]
    constraints: tuple[str, ...]
    hints: tuple[str, ...]
    starter: str
    examples: tuple[Example, ...]
    tests: tuple[TestOut, ...]
    tolerance: Tolerance
    sources: tuple[Source, ...]
    content_hash: str

    @classmethod
    def of(cls, problem: Problem) -> ProblemOut:
        spec = problem.spec
        same = {
            name: getattr(spec, name)
            for name in cls.model_fields
            if name not in ("statement", "theory", "tests", "content_hash")
        }
        return cls(
            **same,
            statement=problem.statement,
            theory=problem.theory,
            content_hash=problem.content_hash,
            tests=tuple(
                TestOut(
                    name=test.name,
                    points=test.points,
                    hidden=test.hidden,
                    why=None if test.hidden else test.why,
                )
                for test in spec.tests
            ),
        )


class SubmissionIn(BaseModel):
    """Code to grade: ``run`` grades the examples, ``submit`` every test.

    The same ``idempotency_key`` always gives the same submission: send a new one per attempt.
    """

    model_config = ConfigDict(extra="forbid")

    code: str
    kind: Kind = Kind.SUBMIT
    idempotency_key: str = Field(pattern=r"^[\x21-\x7e]{1,128}$")


class SubmissionLine(BaseModel):
    """A submission in a list."""

    id: str
    problem: str
    kind: Kind
    number: int
    state: State
    created_at: datetime
    finished_at: datetime | None
    verdict: Verdict | None
    points: float | None
    points_possible: float | None
    tests_total: int | None

    @classmethod
    def of_summary(cls, summary: Summary) -> SubmissionLine:
        return cls(**{name: getattr(summary, name) for name in cls.model_fields})


class SubmissionOut(SubmissionLine):
    """A submission with its report: the tests finished so far while it runs, then all of them.

    ``settled`` is true when nothing changes any more: the diagnosis comes after the last test.
    """

    version: int
    settled: bool
    code_sha256: str
    report: Report | None

    @classmethod
    def of(cls, submission: Submission) -> SubmissionOut:
        names = cls.model_fields.keys() - {"settled"}
        fields = {name: getattr(submission, name) for name in names}
        fields["settled"] = submission.is_settled
        fields["report"] = submission.report and submission.report.seen_by(Role.LEARNER)
        return cls(**fields)
