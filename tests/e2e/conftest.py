"""A real server, and visitors in a real browser who complain of anything out of order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from app import bootstrap
from tests.builders.server import Server

SLUG = "vit-encoder-block"
SUBMISSIONS = bootstrap.PROBLEMS / SLUG / "submissions"
WAIT_MS = 60_000

Visit = Callable[..., Any]
"""Opens a page at a path, as a new visitor; keywords are those of Playwright's ``new_context``.

``excuse`` is a part of what the browser may complain of, such as an answer that must be a refusal.
"""


def solution(name: str) -> str:
    """A right solution of the problem."""
    return (SUBMISSIONS / "accepted" / f"{name}.py").read_text(encoding="utf-8")


def mistake(name: str) -> str:
    """A wrong one."""
    return (SUBMISSIONS / "rejected" / f"{name}.py").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server; ``visit`` asks for it where there is a browser."""
    with Server(tmp_path_factory.mktemp("e2e")) as running:
        yield running.address().rstrip("/")


@pytest.fixture
def visit(chromium: Any, server: str) -> Iterator[Visit]:
    contexts: list[Any] = []
    complaints: list[str] = []

    def watch(page: Any, excuse: str | None) -> None:
        def heard(said: Any) -> None:
            if said.type == "error" and (excuse is None or excuse not in said.text):
                complaints.append(f"console: {said.text}")

        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("console", heard)
        page.on(
            "request",
            lambda sent: (
                sent.url.startswith((server, "data:")) or complaints.append(f"left: {sent.url}")
            ),
        )

    def open_page(
        path: str = f"/problems/{SLUG}", *, excuse: str | None = None, **options: Any
    ) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1440, "height": 900}, **options})
        context.set_default_timeout(WAIT_MS)
        contexts.append(context)
        page = context.new_page()
        watch(page, excuse)
        page.goto(server + path)
        if path.startswith("/problems/") and options.get("java_script_enabled", True):
            page.wait_for_selector("[data-mounted]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def write(page: Any, code: str) -> None:
    """Replace what is in the editor."""
    page.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)


def written(page: Any) -> str:
    """What the form would send: the editor keeps the text area behind it up to date."""
    return str(page.locator("textarea[name=code]").input_value())


def wait_for_verdict(page: Any) -> Any:
    """The results pane when the newest grading is finished."""
    page.wait_for_selector('[data-attempt][data-state="finished"]')
    return page.locator("#results")
