"""The list of problems."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from app.services.submissions import solved
from app.web.deps import SitePart, VisitorId
from app.web.templating import page
from app.web.views.catalog import catalog_view

router = APIRouter(include_in_schema=False)


@router.get("/")
def home(request: Request, site: SitePart, visitor_id: VisitorId) -> HTMLResponse:
    """All problems, and how far the visitor has come with each."""
    problems = site.catalog.problems()
    tried: dict[str, bool] = {}
    if visitor_id is not None:
        with site.sessions() as session:
            tried = solved(session, visitor_id)
    view = catalog_view(problems, tried, site.catalog.faults())
    return page(request, "pages/home.html", {"catalog": view})
