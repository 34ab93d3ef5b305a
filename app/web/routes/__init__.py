"""One module per resource."""

from __future__ import annotations

from fastapi import APIRouter

from app.web.routes import attempts, health, home, problems, submissions, themes
from app.web.routes.api import problems as api_problems
from app.web.routes.api import submissions as api_submissions


def all_routers() -> tuple[APIRouter, ...]:
    """Every router of the site and the API."""
    modules = (home, problems, submissions, attempts, themes, health)
    return (*(module.router for module in modules), api_problems.router, api_submissions.router)
