"""The page on which a problem is solved."""

from __future__ import annotations

import secrets
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse

from app.domain.problem import Problem
from app.domain.submission import Submission, Summary
from app.services.submissions import SubmissionUnknown, ahead, find, history
from app.web.deps import SitePart, VisitorId
from app.web.site import Site
from app.web.templating import page
from app.web.views.attempts import attempt_views
from app.web.views.results import results_view

router = APIRouter(include_in_schema=False)

Tab = Literal["problem", "theory", "hints", "attempts"]


@router.get("/problems/{slug}")
def problem(
    request: Request,
    site: SitePart,
    visitor_id: VisitorId,
    slug: str,
    submission: Annotated[str | None, Query()] = None,
    tab: Annotated[str, Query()] = "problem",
    again: Annotated[str, Query()] = "",
) -> HTMLResponse:
    """Problem, editor and results; of one submission, else of the visitor's newest.

    On a phone a newcomer sees the statement first, who has tried before the code.  ``again``
    changes with every reading of a page without scripts: browsers do not load an address with a
    fragment twice in a row.
    """
    chosen = site.catalog.get(slug)
    past, shown, before = _past(site, visitor_id, chosen, submission)
    view = request.app.state.problem_views(chosen)
    context = {
        "problem": view,
        "results": results_view(shown, chosen.spec, ahead=before) if shown else None,
        "attempts": attempt_views(past),
        "code": shown.source if shown else view.starter,
        "key": secrets.token_urlsafe(16),
        "pane": "code" if shown else "problem",
        "again": "0" if again == "1" else "1",
        "tab": tab if tab in TABS else "problem",
    }
    return page(request, "pages/problem.html", context)


TABS: tuple[Tab, ...] = ("problem", "theory", "hints", "attempts")


def _past(
    site: Site, visitor_id: str | None, problem: Problem, wanted: str | None
) -> tuple[tuple[Summary, ...], Submission | None, int]:
    """The visitor's attempts, the one to show, and how many are graded before it.

    Raises SubmissionUnknown.
    """
    if visitor_id is None:
        if wanted is not None:
            raise SubmissionUnknown("There is no such submission", "open the problem without it")
        return (), None, 0
    with site.sessions() as session:
        past = history(session, visitor_id, problem.slug)
        chosen = wanted or (past[0].id if past else None)
        shown = find(session, chosen, visitor_id) if chosen else None
        before = ahead(session, shown) if shown else 0
    if shown is not None and shown.problem != problem.slug:
        raise SubmissionUnknown("There is no such submission", "open the problem without it")
    return past, shown, before
