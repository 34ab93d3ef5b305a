"""Every formula of the package can be shown."""

from __future__ import annotations

from app.domain.problem import Problem
from app.domain.proof import Claim, Row
from app.library.formulas import broken_formulas


def formulas_render(problem: Problem) -> Row:
    broken = [f"{one.where}: {one.latex} ({one.why})" for one in broken_formulas(problem)]
    detail = "; ".join(broken) or "every one can be shown"
    return Row(claim=Claim.FORMULAS, subject="all texts", holds=not broken, detail=detail)
