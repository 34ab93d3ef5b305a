"""Is the site alive?"""

from __future__ import annotations

from fastapi import APIRouter

from app.web.deps import SitePart

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
def healthz(site: SitePart) -> dict[str, str]:
    """200 when the database can be opened; for supervisors and containers."""
    with site.sessions() as session:
        session.connection()
    return {"status": "ok"}
