"""A problem as its author writes it: the content of ``problem.yaml``, checked and frozen."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, cast

from pydantic import BeforeValidator, Field, StringConstraints, model_validator

from app.domain.model import Model
from app.domain.tolerance import Tolerance

SCHEMA = "tracegrade.problem/1"

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]
Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=64)]
StepId = Annotated[
    str,
    StringConstraints(pattern=r"^[a-z][a-z0-9_]*(\[[0-9]+\])?(\.[a-z][a-z0-9_]*)*$", max_length=80),
]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
ArrayDtype = Literal["float64", "float32", "int64", "int32", "bool", "complex128"]
ScalarDtype = Literal["int", "float", "bool", "str"]
Difficulty = Literal["easy", "medium", "hard"]


def parse_shape(value: Any) -> Any:
    """Turn ``"[B, N, 3]"`` into ``("B", "N", 3)``; anything else is left for pydantic to refuse."""
    if not isinstance(value, str):
        return value
    inner = re.fullmatch(r"\s*\[(.*)\]\s*", value)
    if inner is None:
        raise ValueError(f'a shape is written like "[B, N, D]", not {value!r}')
    parts = [part.strip() for part in inner[1].split(",")] if inner[1].strip() else []
    return tuple(int(part) if part.isdigit() else part for part in parts)


def as_lists(value: Any) -> Any:
    """Written values hold lists, whatever kind of sequence the reader made of them."""
    if isinstance(value, list | tuple):
        return [as_lists(item) for item in value]
    return value


Written = Annotated[Any, BeforeValidator(as_lists)]
"""A written value: a number, text, or nested lists of them; ``literals`` makes it exact."""

Axis = Identifier | Annotated[int, Field(ge=0)]
Shape = Annotated[tuple[Axis, ...], BeforeValidator(parse_shape)]


class Source(Model):
    """A publication the problem rests on."""

    title: Text
    authors: Text
    year: int = Field(ge=1700, le=2200)
    link: Annotated[str, StringConstraints(pattern=r"^https?://\S+$")]


class Draw(Model):
    """How the values of one array are drawn.

    ``normal`` uses mean and scale (standard deviation); ``uniform`` lies in [low, high);
    ``integers`` lie in [low, high]; ``constant`` fills with value; ``identity`` is the unit matrix
    over the last two axes times scale.
    """

    distribution: Literal["normal", "uniform", "integers", "constant", "identity"] = "normal"
    mean: float = Field(default=0.0, allow_inf_nan=False)
    scale: float = Field(default=1.0, gt=0, allow_inf_nan=False)
    low: float = Field(default=-1.0, allow_inf_nan=False)
    high: float = Field(default=1.0, allow_inf_nan=False)
    value: float | bool = 0.0


class Parameter(Model):
    """One argument of the function: an array with a symbolic shape, or a Python scalar.

    A scalar with ``dimension`` always has the value of that dimension (``num_heads`` is H).
    """

    name: Identifier
    dtype: ArrayDtype | ScalarDtype
    shape: Shape | None = None
    dimension: Identifier | None = None
    draw: Draw = Draw()
    description: Text | None = None

    @model_validator(mode="after")
    def _array_xor_scalar(self) -> Parameter:
        scalar = self.dtype in ("int", "float", "bool", "str")
        if scalar and self.shape is not None:
            raise ValueError(
                f"a parameter of dtype {self.dtype} is a Python scalar: it has no shape"
            )
        if not scalar and self.shape is None:
            raise ValueError(
                f'a parameter of dtype {self.dtype} is an array: give it a shape, like "[N]"'
            )
        if self.dimension is not None and self.dtype != "int":
            raise ValueError("only a parameter of dtype int can be the value of a dimension")
        return self

    @property
    def is_array(self) -> bool:
        return self.shape is not None

    @property
    def array_dtype(self) -> ArrayDtype | None:
        """The dtype of an array; None for a Python scalar."""
        return None if self.shape is None else cast(ArrayDtype, self.dtype)


class Returns(Model):
    """What the function must return."""

    dtype: ArrayDtype
    shape: Shape


class Generated(Model):
    """Arguments drawn from a seed; the same on every machine.

    ``seed: per_submission`` derives the seed from the submission's id, so that no answer can be
    typed in by heart.  ``draws`` overrides the parameters' own ``draw``; ``scalars`` gives the
    scalar parameters that are no dimension.
    """

    seed: Annotated[int, Field(ge=0, lt=2**63)] | Literal["per_submission"]
    dimensions: dict[Identifier, Annotated[int, Field(ge=0, le=4096)]]
    draws: dict[Identifier, Draw] = Field(default_factory=dict)
    scalars: dict[Identifier, int | float | bool | str] = Field(default_factory=dict)


class Test(Model):
    """One graded test: literal ``arguments`` or ``generate``, exactly one of the two."""

    __test__ = False

    name: Text
    points: int = Field(default=1, ge=0, le=1000)
    hidden: bool = False
    why: Text
    arguments: dict[Identifier, Written] | None = None
    generate: Generated | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Test:
        if (self.arguments is None) == (self.generate is None):
            raise ValueError(
                "a test has either arguments (literal values) or generate, not both or none"
            )
        return self


class Example(Model):
    """A shown example; it is also graded, as the first visible tests of a submission.

    ``output`` is printed rounded to ``decimals``; grading compares with the reference's own value.
    """

    name: Text
    arguments: dict[Identifier, Written]
    output: Written
    decimals: int = Field(default=6, ge=0, le=15)
    explanation: Text
    points: int = Field(default=1, ge=0, le=1000)


class Limits(Model):
    """Bounds of one test.  Units are in the names; no more than the learners' lane grants."""

    wall_seconds: float = Field(default=10.0, gt=0, le=120)
    cpu_seconds: float = Field(default=2.0, gt=0, le=60)
    memory_bytes: int = Field(default=256 * 2**20, ge=64 * 2**20, le=4 * 2**30)
    output_bytes: int = Field(default=64 * 2**10, ge=1024, le=4 * 2**20)


class StepText(Model):
    """What the page says of one step of the reference; the ids are a public contract."""

    id: StepId
    title: Text
    formula: Text
    shape: Shape


class PitfallText(Model):
    """What a learner is told who fell into a pitfall; ``theory`` is a heading's anchor there."""

    id: Slug
    title: Text
    message: Text
    theory: Slug | None = None


class ProblemSpec(Model):
    """The whole of ``problem.yaml``."""

    schema_: Literal["tracegrade.problem/1"] = Field(alias="schema")
    id: Slug
    title: Text
    difficulty: Difficulty
    tags: tuple[Slug, ...]
    summary: Text
    sources: tuple[Source, ...] = ()
    runtime: Literal["numpy"]
    function: Identifier
    reference: Text
    dimensions: dict[Identifier, Text]
    parameters: tuple[Parameter, ...] = Field(min_length=1)
    returns: Returns
    requirements: tuple[Text, ...] = ()
    constraints: tuple[Text, ...] = ()
    hints: tuple[Text, ...] = ()
    starter: Text
    examples: tuple[Example, ...] = Field(min_length=1)
    tests: tuple[Test, ...] = Field(min_length=1)
    trace_case: Generated
    tolerance: Tolerance = Tolerance()
    limits: Limits = Limits()
    steps: tuple[StepText, ...] = Field(min_length=1)
    pitfalls: tuple[PitfallText, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _default_function(cls, data: Any) -> Any:
        """The entry function is the slug with underscores unless the author names another."""
        if isinstance(data, dict) and "function" not in data and isinstance(data.get("id"), str):
            return {**data, "function": data["id"].replace("-", "_")}
        return data


class SourceFile(Model):
    """The text of one file of Python, never imported or parsed on the trusted side.

    ``expects`` is the verdict that a rejected submission names in its first line.
    """

    name: str
    source: str
    expects: str | None = None


class Problem(Model):
    """A whole package: the specification, its texts, its reference's sources and its two hashes.

    ``reference`` holds (module name, source) files in the order they must be executed.
    ``grading_hash`` changes with anything that can change a verdict, ``content_hash`` with
    anything at all.
    """

    spec: ProblemSpec
    statement: str
    theory: str
    reference: tuple[SourceFile, ...]
    accepted: tuple[SourceFile, ...]
    rejected: tuple[SourceFile, ...]
    folder: str
    shipped: bool
    grading_hash: str
    content_hash: str

    @property
    def slug(self) -> str:
        return self.spec.id
