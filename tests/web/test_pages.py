"""The pages, as a browser without scripts gets them."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest
from sqlalchemy import Engine, select
from starlette.testclient import TestClient

from app.domain.report import Report
from app.domain.submission import Kind, Submission
from app.services.submissions import HISTORY
from app.store.engine import session_factory
from app.store.tables import learners
from tests.builders.database import hand_in
from tests.builders.reports import accepted_report
from tests.web.conftest import CODE, NEEDLE, SLUG, press

Grade = Callable[[Report], Submission]


class Inline(HTMLParser):
    """Collects what a strict policy would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        if tag == "style" or (tag == "script" and not names.get("src")):
            self.found.append(tag)
        self.found += [f"{tag} {n}" for n in names if n == "style" or n.startswith("on")]
        self.found += [
            f"{tag} {n}={v}" for n, v in attrs if (v or "").lower().startswith("javascript:")
        ]


def test_the_list_shows_the_problem_and_names_the_broken_package(client: TestClient) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert f'href="/problems/{SLUG}"' in page.text
    assert "Not tried yet" in page.text
    assert "broken" in page.text
    assert NEEDLE not in page.text


def test_the_list_marks_what_is_solved(client: TestClient, grade: Grade) -> None:
    press(client)
    assert "Tried" in client.get("/").text
    grade(accepted_report())
    page = client.get("/").text
    assert "Solved" in page
    assert "1 of 1 solved" in page


def test_what_was_solved_stays_solved(client: TestClient, engine: Engine, grade: Grade) -> None:
    press(client)
    grade(accepted_report())
    with session_factory(engine)() as session:
        learner = session.scalars(select(learners.c.id)).one()
        for second in range(1, HISTORY + 2):
            hand_in(session, learner, seconds=second, kind=Kind.RUN)
    assert "1 of 1 solved" in client.get("/").text


def test_a_run_that_passes_solves_nothing(client: TestClient, grade: Grade) -> None:
    press(client, kind="run")
    grade(accepted_report())
    page = client.get("/").text
    assert "Tried" in page
    assert "0 of 1 solved" in page


def test_looking_around_makes_no_learner(client: TestClient) -> None:
    client.get("/")
    client.get(f"/problems/{SLUG}")
    assert not client.cookies


def test_the_problem_page_has_all_of_the_problem(client: TestClient) -> None:
    page = client.get(f"/problems/{SLUG}").text
    for part in (
        "Scaled sum",
        "<math",
        "def scaled_sum(x, factor):",
        "x = [[1, 2, 3], [4, 5, 6]]",
        "[12, 30]",
        "Rows lie along the second axis.",
        'id="theory-the-factor"',
        "Nothing graded yet",
    ):
        assert part in page


@pytest.mark.parametrize("tab", ["problem", "theory", "hints", "attempts"])
def test_without_scripts_the_address_chooses_the_tab(client: TestClient, tab: str) -> None:
    page = client.get(f"/problems/{SLUG}?tab={tab}").text
    assert page.count('aria-selected="true"') == 1
    assert f'id="t-{tab}" href="?tab={tab}" aria-controls="p-{tab}" aria-selected="true"' in page


def test_the_editor_holds_the_code_of_the_attempt_shown(client: TestClient, grade: Grade) -> None:
    first = press(client, code="a = 1 < 2\n", key="a")
    press(client, code="b = 2\n", key="b")
    assert "\nb = 2\n</textarea>" in client.get(f"/problems/{SLUG}").text
    page = client.get(f"/problems/{SLUG}?submission={first}").text
    assert "\na = 1 &lt; 2\n</textarea>" in page


def test_every_attempt_stands_in_the_history(client: TestClient, grade: Grade) -> None:
    ids = [press(client, key=key, kind=kind) for key, kind in (("a", "run"), ("b", "submit"))]
    grade(accepted_report())
    for address in (f"/problems/{SLUG}?tab=attempts", f"/problems/{SLUG}/attempts"):
        page = client.get(address).text
        for each in ids:
            assert f"/problems/{SLUG}?submission={each}" in page
        assert "Run 1" in page
        assert "Submission 1" in page
        assert "accepted" in page


@pytest.mark.parametrize(
    ("address", "status"),
    [("/nowhere", 404), ("/problems/scaled-sun", 404), ("/problems/broken", 503)],
)
def test_an_error_page_helps(client: TestClient, address: str, status: int) -> None:
    page = client.get(address)
    assert page.status_code == status
    assert 'href="/"' in page.text
    assert page.headers["content-type"].startswith("text/html")
    assert NEEDLE not in page.text


def test_a_misspelt_problem_is_told_its_name(client: TestClient) -> None:
    assert "Did you mean scaled-sum?" in client.get("/problems/scaled-sun").text


def test_switching_the_theme_leads_back_to_the_same_tab(client: TestClient) -> None:
    page = client.get(f"/problems/{SLUG}?tab=theory&again=1").text
    assert f'name="next" value="/problems/{SLUG}?tab=theory&amp;again=1"' in page


def test_switching_the_theme_on_an_error_page_leads_home(client: TestClient) -> None:
    """The page of a refused POST stands at an address that takes no GET."""
    refused = client.post(f"/problems/{SLUG}/submissions", data={"code": "", "kind": "run"})
    for page in (refused, client.get("/nowhere?x=1")):
        assert 'name="next" value="/"' in page.text


@pytest.mark.parametrize(("now", "then"), [("dark", "light"), ("light", "system")])
def test_the_button_asks_for_the_next_theme(client: TestClient, now: str, then: str) -> None:
    client.post("/theme", data={"theme": now})
    assert f'name="theme" value="{then}"' in client.get("/").text


@pytest.mark.parametrize("slug", ["%00", "a%1b[2J", "x" * 500, "%E2%80%AEx"])
def test_a_name_no_problem_can_have_is_not_repeated(client: TestClient, slug: str) -> None:
    page = client.get(f"/problems/{slug}")
    assert page.status_code == 404
    assert "<h1>There is no such problem.</h1>" in page.text


def test_no_page_holds_inline_code(client: TestClient, grade: Grade) -> None:
    submission = press(client, code=CODE + "# <script>alert(1)</script> ' onload=x\n")
    grade(accepted_report())
    for address in (
        "/",
        "/nowhere",
        f"/problems/{SLUG}",
        f"/problems/{SLUG}?submission={submission}",
        f"/problems/{SLUG}/attempts",
        f"/submissions/{submission}",
    ):
        inline = Inline()
        inline.feed(client.get(address).text)
        assert inline.found == [], address


def test_an_unexpected_error_is_a_page_too(
    visit: Callable[[], TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError(NEEDLE)

    monkeypatch.setattr("app.web.routes.home.catalog_view", broken)
    page = visit().get("/")
    assert page.status_code == 500
    assert "your code is still in the editor" in page.text
    assert NEEDLE not in page.text
    assert "content-security-policy" in page.headers


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
