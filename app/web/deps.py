"""What routes ask for: the site's parts and who is visiting."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from app.services.learners import find_learner, learner_for
from app.web.site import Site

COOKIE = "tracegrade_guest"
GUEST_SECONDS = 30 * 24 * 3600


def site_of(request: Request) -> Site:
    """The parts that ``create_app`` was given."""
    site: Site = request.app.state.site
    return site


SitePart = Annotated[Site, Depends(site_of)]


def visitor(request: Request, site: SitePart) -> str | None:
    """The id of the learner whose cookie this is; looking around makes nobody."""
    with site.sessions() as session:
        learner = find_learner(session, request.cookies.get(COOKIE), now=site.now())
    return learner.id if learner else None


VisitorId = Annotated[str | None, Depends(visitor)]


def learner_of(request: Request, site: Site) -> tuple[str, str]:
    """The visitor's id, made a guest if new; with the token to send."""
    known = request.cookies.get(COOKIE, "")
    with site.sessions() as session:
        learner, fresh = learner_for(session, known, now=site.now())
    return learner.id, fresh or known


def remember(response: Response, request: Request, token: str) -> None:
    """Give the browser a guest's token; no script can read it.

    It goes out with each hand-in, so that GUEST_SECONDS count from the last one.
    """
    response.set_cookie(
        COOKIE,
        token,
        max_age=GUEST_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
