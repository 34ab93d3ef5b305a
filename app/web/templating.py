"""Pages from templates; autoescaping is on, an undefined name is an error."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import Request
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

import app
from app.web.themes import AFTER, theme_of

TEMPLATES = Path(app.__file__).parent.parent / "templates"


def environment() -> Environment:
    """The templates of the site."""
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def page(
    request: Request, template: str, context: Mapping[str, Any], *, status: int = 200
) -> HTMLResponse:
    """Render a template with what every page needs besides its own view objects."""
    templates: Environment = request.app.state.templates
    theme, url = theme_of(request), request.url
    shared = {
        "assets": request.app.state.assets,
        "nonce": request.state.nonce,
        "theme": theme,
        "next_theme": AFTER[theme],
        "here": url.path,
        "back": f"{url.path}?{url.query}" if url.query else url.path,
    }
    return HTMLResponse(templates.get_template(template).render({**shared, **context}), status)
