"""Reads the site's own forms: short, URL-encoded, every field a text."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from fastapi import Request

from app.errors import TracegradeError

FIELDS = 10


class FormInvalid(TracegradeError):
    """A form that this site did not make, or a field with a value that it cannot have."""


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form; raise FormInvalid.

    Line ends become single line feeds: a browser sends a text area's as CR LF.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise FormInvalid(
            f"The form came as {kind or 'no type'}", "send application/x-www-form-urlencoded"
        )
    try:
        text = (await request.body()).decode("ascii")
        pairs = parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=FIELDS)
    except ValueError as error:
        raise FormInvalid(
            "The form cannot be read: it is not UTF-8 text or has too many fields",
            "send it again from the problem's page",
        ) from error
    return {name: re.sub(r"\r\n?", "\n", value) for name, value in pairs}


def field(form: dict[str, str], name: str) -> str:
    """One field that must be there; raise FormInvalid."""
    if name not in form:
        raise FormInvalid(f"The form has no field {name}", "send it again from the problem's page")
    return form[name]


def local_path(text: str) -> str:
    """A path on this site to go back to; anything else becomes the home page."""
    return text if re.fullmatch(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*", text) else "/"
