"""The problem's pane: its texts rendered, its interface, its examples and steps."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup, escape

from app.domain.problem import Example, Parameter, Problem, ProblemSpec, Shape, Source
from app.web.render import block, display_formula, inline, prose
from app.web.views.literals import assignment, python_literal
from app.web.views.wording import shape

RUNTIMES = {"numpy": "Python, NumPy"}


@dataclass(frozen=True, slots=True)
class ParameterView:
    """A row of the interface: ``kind`` is ``float64, B × N × D`` or ``int``."""

    name: str
    kind: Markup
    meaning: Markup


@dataclass(frozen=True, slots=True)
class ExampleView:
    """An example as Python text."""

    name: str
    given: str
    output: str
    explanation: Markup


@dataclass(frozen=True, slots=True)
class StepView:
    """One step of the computation."""

    title: str
    formula: Markup
    shape: Markup


@dataclass(frozen=True, slots=True)
class ProblemView:
    """Everything of the page that is the same for every learner."""

    slug: str
    title: str
    difficulty: str
    cited: str
    summary: Markup
    statement: Markup
    theory: Markup
    parameters: tuple[ParameterView, ...]
    returns: Markup
    dimensions: tuple[tuple[str, Markup], ...]
    requirements: tuple[Markup, ...]
    constraints: tuple[Markup, ...]
    examples: tuple[ExampleView, ...]
    steps: tuple[StepView, ...]
    hints: tuple[Markup, ...]
    sources: tuple[Source, ...]
    starter: str
    filename: str
    runtime: str
    examples_total: int
    tests_total: int
    hidden_total: int


def problem_view(problem: Problem) -> ProblemView:
    """Render a problem; costs some milliseconds, so the result is kept."""
    spec = problem.spec
    return ProblemView(
        slug=spec.id,
        title=spec.title,
        difficulty=spec.difficulty,
        cited=cited(spec),
        summary=inline(spec.summary),
        statement=prose(problem.statement, prefix="statement"),
        theory=prose(problem.theory, prefix="theory"),
        parameters=tuple(_parameter(parameter, spec) for parameter in spec.parameters),
        returns=_kind(spec.returns.dtype, spec.returns.shape),
        dimensions=tuple((name, inline(text)) for name, text in spec.dimensions.items()),
        requirements=tuple(inline(text) for text in spec.requirements),
        constraints=tuple(inline(text) for text in spec.constraints),
        examples=tuple(_example(example, spec) for example in spec.examples),
        steps=tuple(
            StepView(step.title, display_formula(step.formula), shape(step.shape))
            for step in spec.steps
        ),
        hints=tuple(block(text) for text in spec.hints),
        sources=spec.sources,
        starter=spec.starter + "\n",
        filename=f"{spec.function}.py",
        runtime=RUNTIMES[spec.runtime],
        examples_total=len(spec.examples),
        tests_total=len(spec.examples) + len(spec.tests),
        hidden_total=sum(test.hidden for test in spec.tests),
    )


def cited(spec: ProblemSpec) -> str:
    """The first source as a short citation: ``Dosovitskiy et al., 2020``."""
    if not spec.sources:
        return ""
    first = spec.sources[0]
    names = first.authors.replace(" and ", ", ").split(", ")
    surname = names[0].split()[-1] if names[0] else first.authors
    if first.authors.endswith("et al.") or len(names) > 2:
        surname = names[0].removesuffix(" et al.").split()[-1]
        return f"{surname} et al., {first.year}"
    others = [name.split()[-1] for name in names[1:] if name]
    return f"{' and '.join([surname, *others])}, {first.year}"


def _parameter(parameter: Parameter, spec: ProblemSpec) -> ParameterView:
    kind = _kind(parameter.dtype, parameter.shape)
    meaning = parameter.description
    if meaning is None and parameter.dimension:
        meaning = spec.dimensions.get(parameter.dimension)
    return ParameterView(parameter.name, kind, inline(meaning or ""))


def _kind(dtype: str, axes: Shape | None) -> Markup:
    return Markup("{}, {}").format(dtype, shape(axes)) if axes else escape(dtype)


def _example(example: Example, spec: ProblemSpec) -> ExampleView:
    given = (
        assignment(parameter.name, example.arguments[parameter.name])
        for parameter in spec.parameters
        if parameter.name in example.arguments
    )
    return ExampleView(
        name=example.name,
        given="\n".join(given),
        output=python_literal(example.output),
        explanation=block(example.explanation),
    )
