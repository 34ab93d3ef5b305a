"""Formulas in a package's Markdown: what counts as one, and which cannot be converted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from app.domain.problem import Problem
from app.library.maths import FormulaInvalid, mathml

Renderer = Callable[[str, dict[str, Any]], str]


def allow_formulas(markdown: MarkdownIt, renderer: Renderer | None = None) -> None:
    """``$...$`` and ``$$...$$`` are formulas; "$5 and $6" and "$ x $" are not."""
    markdown.use(dollarmath_plugin, renderer=renderer, allow_digits=False, allow_space=False)


@dataclass(frozen=True, slots=True)
class BrokenFormula:
    """A formula that cannot be shown: where it stands, its LaTeX and what is wrong with it."""

    where: str
    latex: str
    why: str


def broken_formulas(problem: Problem) -> list[BrokenFormula]:
    """All formulas of all texts of a package that cannot be converted."""
    return [
        BrokenFormula(where, latex, why)
        for where, latex, display in _formulas(problem)
        if (why := _fault(latex, display=display))
    ]


def _formulas(problem: Problem) -> Iterator[tuple[str, str, bool]]:
    for step in problem.spec.steps:
        yield f"problem.yaml, step {step.id}", step.formula, True
    for where, text in _texts(problem):
        yield from _in_markdown(where, text)


def _texts(problem: Problem) -> Iterator[tuple[str, str]]:
    spec = problem.spec
    yield "statement.md", problem.statement
    yield "theory.md", problem.theory
    yield "problem.yaml, summary", spec.summary
    for kind in ("requirements", "constraints", "hints"):
        for place, text in enumerate(getattr(spec, kind)):
            yield f"problem.yaml, {kind}[{place}]", text
    for example in spec.examples:
        yield f"problem.yaml, example {example.name!r}", example.explanation
    for pitfall in spec.pitfalls:
        yield f"problem.yaml, pitfall {pitfall.id}", pitfall.message
    for name, meaning in spec.dimensions.items():
        yield f"problem.yaml, dimension {name}", meaning
    for parameter in spec.parameters:
        yield f"problem.yaml, parameter {parameter.name}", parameter.description or ""


def _in_markdown(where: str, text: str) -> Iterator[tuple[str, str, bool]]:
    for token in _PARSER.parse(text):
        line = f":{token.map[0] + 1}" if token.map and where.endswith(".md") else ""
        for part in (token, *(token.children or ())):
            if part.type in _KINDS:
                yield where + line, part.content.strip(), _is_display(part)


_KINDS = frozenset({"math_inline", "math_inline_double", "math_block", "math_block_label"})


def _is_display(token: Token) -> bool:
    return token.type != "math_inline"


def _fault(latex: str, *, display: bool) -> str:
    try:
        mathml(latex, display=display)
    except FormulaInvalid as error:
        return str(error)
    return ""


def _parser() -> MarkdownIt:
    markdown = MarkdownIt("commonmark")
    markdown.enable("table")
    allow_formulas(markdown)
    return markdown


_PARSER = _parser()
