"""Handing in code and reading reports."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response

from app.services.submissions import SubmissionUnknown, find, history
from app.services.submit import check, submit
from app.web.deps import SitePart, VisitorId, learner_of, remember
from app.web.routes.api.models import ErrorOut, SubmissionIn, SubmissionLine, SubmissionOut

router = APIRouter(prefix="/api/v1", tags=["submissions"])

Responses = dict[int | str, dict[str, Any]]

NOT_FOUND: Responses = {404: {"model": ErrorOut}}
REFUSED: Responses = {413: {"model": ErrorOut}, 422: {"model": ErrorOut}}


@router.post("/problems/{slug}/submissions", status_code=202, responses={**NOT_FOUND, **REFUSED})
def hand_in(
    request: Request, response: Response, site: SitePart, slug: str, handed: SubmissionIn
) -> SubmissionOut:
    """Store and queue code; the cookie that comes with the answer is the key to its report."""
    problem = site.catalog.get(slug)
    check(handed.code, handed.idempotency_key)
    learner_id, token = learner_of(request, site)
    with site.sessions() as session:
        made = submit(
            session,
            problem,
            learner_id,
            handed.code,
            handed.kind,
            handed.idempotency_key,
            now=site.now(),
        )
    remember(response, request, token)
    response.headers["location"] = f"/api/v1/submissions/{made.id}"
    return SubmissionOut.of(made)


@router.get("/submissions/{submission_id}", responses=NOT_FOUND)
def read(site: SitePart, visitor_id: VisitorId, submission_id: str) -> SubmissionOut:
    """One's own submission, with the report as far as it has come."""
    if visitor_id is None:
        raise SubmissionUnknown("There is no such submission", "send the cookie of its learner")
    with site.sessions() as session:
        return SubmissionOut.of(find(session, submission_id, visitor_id))


@router.get("/problems/{slug}/submissions", responses=NOT_FOUND)
def list_own(site: SitePart, visitor_id: VisitorId, slug: str) -> list[SubmissionLine]:
    """One's own submissions to a problem, the newest first."""
    problem = site.catalog.get(slug)
    if visitor_id is None:
        return []
    with site.sessions() as session:
        past = history(session, visitor_id, problem.slug)
    return [SubmissionLine.of_summary(summary) for summary in past]
