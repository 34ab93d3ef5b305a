"""Handing in code, and watching what becomes of it."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.domain.submission import Kind, Submission
from app.services.submissions import SubmissionUnknown, ahead, find
from app.services.submit import check, submit
from app.web.deps import SitePart, VisitorId, learner_of, remember
from app.web.events import EventStream
from app.web.forms import FormInvalid, field, read_form
from app.web.site import Site
from app.web.templating import page
from app.web.views.results import results_view

router = APIRouter(include_in_schema=False)


@router.post("/problems/{slug}/submissions")
def hand_in(
    request: Request,
    site: SitePart,
    slug: str,
    form: Annotated[dict[str, str], Depends(read_form)],
) -> Response:
    """Store and queue the code, then lead to its results; stored when the answer is sent."""
    code, kind = field(form, "code"), _kind(field(form, "kind"))
    key = _key(field(form, "key"), kind, code)
    problem = site.catalog.get(slug)
    check(code, key)
    learner_id, token = learner_of(request, site)
    with site.sessions() as session:
        made = submit(session, problem, learner_id, code, kind, key, now=site.now())
    where = f"/problems/{made.problem}?submission={made.id}"
    response: Response = RedirectResponse(f"{where}#results", 303)
    if request.headers.get("accept", "").startswith("application/json"):
        response = JSONResponse({"id": made.id, "page": where, **_addresses(made)}, 201)
    remember(response, request, token)
    return response


@router.get("/submissions/{submission_id}")
def results(
    request: Request, site: SitePart, visitor_id: VisitorId, submission_id: str
) -> HTMLResponse:
    """The results pane alone."""
    if visitor_id is None:
        raise _unknown()
    with site.sessions() as session:
        found = find(session, submission_id, visitor_id)
        before = ahead(session, found)
    view = results_view(found, site.catalog.get(found.problem).spec, ahead=before)
    return page(request, "partials/results.html", {"results": view})


@router.get("/submissions/{submission_id}/events")
async def events(site: SitePart, visitor_id: VisitorId, submission_id: str) -> Response:
    """Server-sent events: one at once, one after each change, and ``end``; they carry no truth."""

    def read() -> Submission:
        return _own(site, submission_id, visitor_id)

    await run_in_threadpool(read)
    return EventStream(site.live, submission_id, read)


def _own(site: Site, submission_id: str, visitor_id: str | None) -> Submission:
    if visitor_id is None:
        raise _unknown()
    with site.sessions() as session:
        return find(session, submission_id, visitor_id)


def _unknown() -> SubmissionUnknown:
    return SubmissionUnknown("There is no such submission", "open the problem's page")


def _addresses(submission: Submission) -> dict[str, str]:
    return {
        "results": f"/submissions/{submission.id}",
        "events": f"/submissions/{submission.id}/events",
    }


def _kind(text: str) -> Kind:
    try:
        return Kind(text)
    except ValueError:
        raise FormInvalid(f"The form's kind is {text!r}", "send run or submit") from None


def _key(key: str, kind: Kind, code: str) -> str:
    """Without scripts a page sends its one key with every press; other code is a new submission."""
    digest = hashlib.sha256(f"{kind.value}\n{code}".encode(errors="surrogatepass")).hexdigest()
    return f"{key}.{digest[:16]}"
