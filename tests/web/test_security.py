"""Who is answered, and with which headers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from app.web.main import create_app
from app.web.security.bodies import BODY_BYTES
from app.web.site import Site
from tests.web.conftest import ADDRESS, CODE, SLUG, press

HAND_IN = f"/problems/{SLUG}/submissions"
FORM = {"code": CODE, "kind": "run", "key": "k"}


@pytest.mark.parametrize("address", ["/", f"/problems/{SLUG}", "/nowhere", "/api/v1/problems"])
def test_every_answer_has_the_policy(client: TestClient, address: str) -> None:
    headers = client.get(address).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


def test_the_nonce_is_fresh_and_the_pages_own(client: TestClient) -> None:
    nonces = set()
    for _ in range(2):
        page = client.get("/")
        nonce = re.search(r"'nonce-([^']+)'", page.headers["content-security-policy"])
        assert nonce is not None
        assert f'nonce="{nonce[1]}"' in page.text
        nonces.add(nonce[1])
    assert len(nonces) == 2


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "a b", "", "[::1"])
def test_another_host_name_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/v1/problems", headers={"host": host})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "host_unknown"
    assert "content-security-policy" in answer.headers


def test_no_setting_turns_the_check_of_hosts_off(site: Site) -> None:
    app = create_app(replace(site, allowed_hosts=("*",)))
    with TestClient(app, base_url=ADDRESS) as client:
        assert client.get("/healthz").status_code == 200
        for host in ("evil.example", "*"):
            assert client.get("/healthz", headers={"host": host}).status_code == 400


@pytest.mark.parametrize("host", ["localhost:9", "127.0.0.1", "[::1]:8000", "GRADER.example.org"])
def test_its_own_host_names_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://127.0.0.1:8000"},
    ],
)
def test_another_sites_page_cannot_hand_in(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post(HAND_IN, data=FORM, headers=headers)
    assert answer.status_code == 403
    assert "another site" in answer.text
    assert not client.cookies


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": "http://127.0.0.1:8000"},
        {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"},
    ],
)
def test_the_sites_own_page_can(client: TestClient, headers: dict[str, str]) -> None:
    assert client.post(HAND_IN, data=FORM, headers=headers).status_code == 303


def test_a_large_body_is_refused_whether_announced_or_not(client: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(BODY_BYTES // 2**16 + 1):
            yield b"x" * 2**16

    for body in (b"x" * (BODY_BYTES + 1), chunks()):
        answer = client.post("/api/v1" + HAND_IN, content=body)
        assert answer.status_code == 413
        assert "1 MiB" in answer.json()["error"]["message"]


def test_a_body_at_the_limit_is_read(client: TestClient) -> None:
    answer = client.post("/api/v1" + HAND_IN, content=b"x" * BODY_BYTES)
    assert answer.status_code == 422


def test_the_guests_cookie_is_closed_to_scripts(client: TestClient) -> None:
    cookie = client.post(HAND_IN, data=FORM).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "secure" not in cookie


def test_each_hand_in_renews_the_guests_cookie(client: TestClient) -> None:
    first, again, by_api = (
        client.post(HAND_IN, data=FORM),
        client.post(HAND_IN, data=FORM),
        client.post(
            "/api/v1" + HAND_IN, json={"code": CODE, "kind": "run", "idempotency_key": "a"}
        ),
    )
    assert "max-age=2592000" in first.headers["set-cookie"].lower()
    assert again.headers["set-cookie"] == first.headers["set-cookie"]
    assert by_api.headers["set-cookie"] == first.headers["set-cookie"]


def test_over_https_the_cookie_stays_there(visit: Callable[[], TestClient]) -> None:
    client = visit()
    answer = client.post("https://127.0.0.1:8000" + HAND_IN, data=FORM)
    assert "secure" in answer.headers["set-cookie"].lower()


def test_a_made_up_cookie_makes_a_new_guest(visit: Callable[[], TestClient]) -> None:
    client = visit()
    client.cookies.set("tracegrade_guest", "made-up")
    press(client)
    assert client.cookies.get("tracegrade_guest", domain="127.0.0.1") != "made-up"


@pytest.mark.parametrize(
    ("asked", "led_to"),
    [
        ("/problems/x", "/problems/x"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/a\r\nset-cookie: x=y", "/"),
    ],
)
def test_choosing_a_theme_leads_back_and_never_away(
    client: TestClient, asked: str, led_to: str
) -> None:
    answer = client.post("/theme", data={"theme": "dark", "next": asked})
    assert (answer.status_code, answer.headers["location"]) == (303, led_to)
    assert 'data-theme="dark"' in client.get("/").text


def test_an_unknown_theme_is_refused(client: TestClient) -> None:
    assert client.post("/theme", data={"theme": "pink"}).status_code == 422


def test_hashed_files_are_kept_for_ever(client: TestClient) -> None:
    style = re.search(r'href="(/static/style-[^"]+)"', client.get("/").text)
    assert style is not None
    answer = client.get(style[1])
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/static/THIRD-PARTY.txt").headers["cache-control"] == "no-cache"
    assert client.get("/static/..%2f..%2fmain.py").status_code == 404
