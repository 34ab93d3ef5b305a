"""Choosing light or dark."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import RedirectResponse

from app.web.forms import FormInvalid, field, local_path, read_form
from app.web.themes import COOKIE, YEAR_SECONDS, Theme

router = APIRouter(include_in_schema=False)


@router.post("/theme")
def choose(
    request: Request, form: Annotated[dict[str, str], Depends(read_form)]
) -> RedirectResponse:
    """Remember the choice and go back to where it was made."""
    try:
        theme = Theme(field(form, "theme"))
    except ValueError:
        raise FormInvalid("There is no such theme", "send system, light or dark") from None
    response = RedirectResponse(local_path(form.get("next", "/")), 303)
    response.set_cookie(
        COOKIE,
        theme.value,
        max_age=YEAR_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response
