"""Every formula of every shipped problem can be shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from math_core import LatexToMathML

from app.library.catalog import Catalog

ROOT = Path(__file__).parents[2]
CATALOG = Catalog(shipped=ROOT / "problems", references=ROOT / "reference", added=None)
FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+?)\$", re.DOTALL)


def formulas(slug: str) -> list[str]:
    problem = CATALOG.get(slug)
    spec = problem.spec
    texts = [problem.statement, problem.theory, *spec.requirements, *spec.constraints, *spec.hints]
    written = [match[1] or match[2] for text in texts for match in FORMULA.finditer(text)]
    return [*written, *(step.formula for step in spec.steps)]


@pytest.mark.parametrize("slug", [problem.slug for problem in CATALOG.problems()])
def test_every_formula_becomes_mathml(slug: str) -> None:
    converter = LatexToMathML()
    shown = formulas(slug)
    assert shown
    for formula in shown:
        assert converter.convert_with_local_state(formula, displaystyle=False).startswith("<math")
