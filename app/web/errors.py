"""Errors to HTTP, in one place: every refusal has a status, a code, a message and an advice."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import Scope

from app.domain.source import SourceRefused
from app.errors import TracegradeError
from app.library.catalog import ProblemUnknown
from app.library.faults import PackageInvalid
from app.services.submissions import SubmissionUnknown
from app.services.submit import KeyInvalid
from app.web.forms import FormInvalid
from app.web.templating import page
from app.web.views.wording import sentence


@dataclass(frozen=True, slots=True)
class Fault:
    """What went wrong with a request: ``message`` says what, ``advice`` what to do."""

    status: int
    code: str
    message: str
    advice: str = ""


SLUG = r"[a-zA-Z0-9_.-]{1,64}"

STATUS: dict[type[TracegradeError], tuple[int, str]] = {
    SubmissionUnknown: (404, "submission_unknown"),
    SourceRefused: (422, "source_refused"),
    KeyInvalid: (422, "key_invalid"),
    FormInvalid: (422, "form_invalid"),
}
"""Which status and code an error of the application gets; others are a fault of the server."""

BY_STATUS = {
    400: (
        "body_unreadable",
        "The body cannot be read as JSON.",
        "Send UTF-8 text in JSON; the schema is at /api/v1/openapi.json.",
    ),
    404: ("not_found", "There is no such page.", "The list of problems has them all."),
    405: ("method_not_allowed", "This address does not take that method.", ""),
}


def answer(scope: Scope, fault: Fault) -> Response:
    """The fault as JSON for a program, as a page for a person."""
    request = Request(scope)
    if _wants_json(request):
        error = {"code": fault.code, "message": fault.message, "advice": fault.advice}
        return JSONResponse({"error": error}, fault.status)
    # The address of what was refused may take no GET: whoever switches the theme goes home.
    context = {"fault": fault, "back": "/"}
    return page(request, "pages/fault.html", context, status=fault.status)


def _wants_json(request: Request) -> bool:
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or accept.startswith("application/json")


def register(app: FastAPI) -> None:
    """Give the application its handlers of errors."""
    app.add_exception_handler(HTTPException, _handler(_http))
    app.add_exception_handler(RequestValidationError, _handler(_invalid))
    app.add_exception_handler(PackageInvalid, _handler(_package))
    app.add_exception_handler(ProblemUnknown, _handler(_problem))
    for kind, (status, code) in STATUS.items():
        app.add_exception_handler(kind, _handler(_explained(status, code)))


def _handler(
    to_fault: Callable[[Exception], Fault],
) -> Callable[[Request, Exception], Response]:
    return lambda request, error: answer(request.scope, to_fault(error))


def _package(error: Exception) -> Fault:
    """The faults of a package are its author's to read: they may quote hidden tests."""
    return Fault(
        503,
        "problem_invalid",
        "This problem cannot be shown: its package has faults.",
        "Its author sees them with the command `tracegrade problem check`.",
    )


def _problem(error: Exception) -> Fault:
    """A name that no problem can have is not repeated: it may hold anything."""
    assert isinstance(error, ProblemUnknown)
    message, advice = sentence(error.message), sentence(error.advice)
    if not re.fullmatch(SLUG, error.slug):
        message, advice = "There is no such problem.", "The list of problems has them all."
    return Fault(404, "problem_unknown", message, advice)


def _explained(status: int, code: str) -> Callable[[Exception], Fault]:
    def fault(error: Exception) -> Fault:
        assert isinstance(error, TracegradeError)
        return Fault(status, code, sentence(error.message), sentence(error.advice))

    return fault


def _http(error: Exception) -> Fault:
    assert isinstance(error, HTTPException)
    code, message, advice = BY_STATUS.get(error.status_code, ("refused", str(error.detail), ""))
    if error.status_code == 400:
        message = _unreadable(error.__cause__) or message
    return Fault(error.status_code, code, message, advice)


def _unreadable(why: BaseException | None) -> str:
    """What a body has that the reader of JSON gives up at; other than a slip in its grammar."""
    if isinstance(why, UnicodeDecodeError):
        return f"The body is not UTF-8 text: byte {why.start + 1} cannot be part of it."
    if isinstance(why, RecursionError):
        return "The body is nested too deeply."
    if isinstance(why, ValueError):
        return "The body holds a number that is too long to be read."
    return ""


def _invalid(error: Exception) -> Fault:
    assert isinstance(error, RequestValidationError)
    places = (_place(fault, error.body) for fault in error.errors())
    return Fault(
        422,
        "request_invalid",
        "The request is not as it must be: " + "; ".join(places) + ".",
        "The schema is at /api/v1/openapi.json.",
    )


def _place(fault: Mapping[str, Any], body: Any) -> str:
    """Where and what: of a slip in JSON's grammar the line, else the name of the field."""
    if fault["type"] == "json_invalid" and isinstance(body, str):
        before = body[: int(fault["loc"][-1])]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        why = str(fault.get("ctx", {}).get("error", ""))
        return f"the body is not JSON: line {line}, column {column}: {why}".rstrip(": ")
    return f"{'.'.join(str(part) for part in fault['loc'][1:]) or 'body'}: {fault['msg']}"
