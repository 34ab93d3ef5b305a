"""Errors to HTTP, in one place: every refusal has a status, a code, a message and an advice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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


STATUS: dict[type[TracegradeError], tuple[int, str]] = {
    ProblemUnknown: (404, "problem_unknown"),
    SubmissionUnknown: (404, "submission_unknown"),
    SourceRefused: (422, "source_refused"),
    KeyInvalid: (422, "key_invalid"),
    FormInvalid: (422, "form_invalid"),
}
"""Which status and code an error of the application gets; others are a fault of the server."""

BY_STATUS = {
    404: ("not_found", "There is no such page.", "The list of problems has them all."),
    405: ("method_not_allowed", "This address does not take that method.", ""),
}


def answer(scope: Scope, fault: Fault) -> Response:
    """The fault as JSON for a program, as a page for a person."""
    request = Request(scope)
    if _wants_json(request):
        error = {"code": fault.code, "message": fault.message, "advice": fault.advice}
        return JSONResponse({"error": error}, fault.status)
    return page(request, "pages/fault.html", {"fault": fault}, status=fault.status)


def _wants_json(request: Request) -> bool:
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or accept.startswith("application/json")


def register(app: FastAPI) -> None:
    """Give the application its handlers of errors."""
    app.add_exception_handler(HTTPException, _handler(_http))
    app.add_exception_handler(RequestValidationError, _handler(_invalid))
    app.add_exception_handler(PackageInvalid, _handler(_package))
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


def _explained(status: int, code: str) -> Callable[[Exception], Fault]:
    def fault(error: Exception) -> Fault:
        assert isinstance(error, TracegradeError)
        return Fault(status, code, sentence(error.message), sentence(error.advice))

    return fault


def _http(error: Exception) -> Fault:
    assert isinstance(error, HTTPException)
    code, message, advice = BY_STATUS.get(error.status_code, ("refused", str(error.detail), ""))
    return Fault(error.status_code, code, message, advice)


def _invalid(error: Exception) -> Fault:
    assert isinstance(error, RequestValidationError)
    places = (
        f"{'.'.join(str(part) for part in fault['loc'][1:]) or 'body'}: {fault['msg']}"
        for fault in error.errors()
    )
    return Fault(
        422,
        "request_invalid",
        "The request is not as it must be: " + "; ".join(places) + ".",
        "The schema is at /api/v1/openapi.json.",
    )
