"""Reading problems."""

from __future__ import annotations

from fastapi import APIRouter

from app.web.deps import SitePart
from app.web.routes.api.models import ErrorOut, ProblemLine, ProblemOut

router = APIRouter(prefix="/api/v1", tags=["problems"])


@router.get("/problems")
def list_problems(site: SitePart) -> list[ProblemLine]:
    """Every problem, by id."""
    return [ProblemLine.of(problem) for problem in site.catalog.problems()]


@router.get("/problems/{slug}", responses={404: {"model": ErrorOut}, 503: {"model": ErrorOut}})
def get_problem(site: SitePart, slug: str) -> ProblemOut:
    """One problem with its texts, examples and starter code."""
    return ProblemOut.of(site.catalog.get(slug))
