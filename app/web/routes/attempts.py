"""The list of a learner's attempts, alone."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from app.domain.submission import Summary
from app.services.submissions import history
from app.web.deps import SitePart, VisitorId
from app.web.templating import page
from app.web.views.attempts import attempt_views

router = APIRouter(include_in_schema=False)


@router.get("/problems/{slug}/attempts")
def attempts(request: Request, site: SitePart, visitor_id: VisitorId, slug: str) -> HTMLResponse:
    """The visitor's attempts at a problem, the newest first."""
    problem = site.catalog.get(slug)
    past: tuple[Summary, ...] = ()
    if visitor_id is not None:
        with site.sessions() as session:
            past = history(session, visitor_id, problem.slug)
    context = {"attempts": attempt_views(past), "slug": problem.slug, "current": ""}
    return page(request, "partials/attempts.html", context)
