"""The JSON API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import Engine
from starlette.testclient import TestClient

from app.domain.report import Report
from app.domain.submission import Submission
from tests.builders.reports import accepted_report
from tests.web.conftest import CODE, NEEDLE, SLUG, guests

HAND_IN = f"/api/v1/problems/{SLUG}/submissions"
HANDED = {"code": CODE, "kind": "submit", "idempotency_key": "k"}


def test_list_get_submit_read(client: TestClient, grade: Callable[[Report], Submission]) -> None:
    assert [line["id"] for line in client.get("/api/v1/problems").json()] == [SLUG]
    assert client.get(f"/api/v1/problems/{SLUG}").json()["starter"].startswith("def scaled_sum")
    made = client.post(HAND_IN, json=HANDED)
    assert made.status_code == 202
    assert made.json()["state"] == "queued"
    grade(accepted_report())
    read = client.get(made.headers["location"]).json()
    assert (read["state"], read["verdict"]) == ("finished", "accepted")
    assert read["report"]["schema"] == "tracegrade.report/1"
    assert [line["id"] for line in client.get(HAND_IN).json()] == [made.json()["id"]]


def test_a_hidden_tests_content_stays_closed(client: TestClient) -> None:
    problem = client.get(f"/api/v1/problems/{SLUG}").json()
    hidden = [test for test in problem["tests"] if test["hidden"]]
    assert hidden == [{"name": "drawn for you", "points": 2, "hidden": True, "why": None}]
    for closed in ("per_submission", "by heart", "def total", "graph", "trace_case", "accepted"):
        assert closed not in str(problem)


def test_the_same_key_is_the_same_submission(client: TestClient) -> None:
    first = client.post(HAND_IN, json=HANDED).json()["id"]
    again = client.post(HAND_IN, json={**HANDED, "code": "other = 1\n"}).json()["id"]
    assert first == again


def test_a_visitor_without_submissions_has_none(client: TestClient) -> None:
    assert client.get(HAND_IN).json() == []


@pytest.mark.parametrize(
    "handed",
    [
        {},
        {**HANDED, "kind": "both"},
        {**HANDED, "idempotency_key": ""},
        {**HANDED, "unknown": 1},
        {**HANDED, "code": 5},
        {**HANDED, "code": " \n"},
        {**HANDED, "code": "x" * (256 * 1024 + 1)},
    ],
)
def test_a_bad_body_is_refused_in_one_form(
    client: TestClient, engine: Engine, handed: dict[str, object]
) -> None:
    answer = client.post(HAND_IN, json=handed)
    assert answer.status_code == 422
    assert set(answer.json()["error"]) == {"code", "message", "advice"}
    assert guests(engine) == 0


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"code": "\xff"}', "not UTF-8 text: byte 11 "),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"code": ' + b"1" * 5000 + b"}", "number that is too long"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused_with_advice(
    client: TestClient, body: bytes, says: str
) -> None:
    answer = client.post(HAND_IN, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "body_unreadable"
    assert says in error["message"]
    assert "UTF-8" in error["advice"]


@pytest.mark.parametrize(
    ("body", "place"),
    [(b"{", "line 1, column 2"), (b'{"code": "a",\n  }', "line 2, column 3"), (b"x", "column 1")],
)
def test_what_is_not_json_is_told_where(client: TestClient, body: bytes, place: str) -> None:
    answer = client.post(HAND_IN, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    message = answer.json()["error"]["message"]
    assert "the body is not JSON: " in message
    assert place in message


def test_half_a_surrogate_is_refused_and_breaks_nothing(client: TestClient) -> None:
    body = b'{"code": "a = \\"\\ud800\\"", "kind": "run", "idempotency_key": "k"}'
    answer = client.post(HAND_IN, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/nothing", 404, "not_found"),
        ("/api/v1/problems/none", 404, "problem_unknown"),
        ("/api/v1/problems/broken", 503, "problem_invalid"),
        ("/api/v1/submissions/none", 404, "submission_unknown"),
    ],
)
def test_errors_are_json(client: TestClient, address: str, status: int, code: str) -> None:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer.json()["error"]["code"] == code
    assert NEEDLE not in answer.text


def test_another_method_is_refused(client: TestClient) -> None:
    answer = client.delete("/api/v1/problems")
    assert answer.status_code == 405
    assert answer.json()["error"]["code"] == "method_not_allowed"


def test_the_schema_describes_the_api_alone(client: TestClient) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    assert set(schema["paths"]) == {
        "/api/v1/problems",
        "/api/v1/problems/{slug}",
        "/api/v1/problems/{slug}/submissions",
        "/api/v1/submissions/{submission_id}",
    }
    assert client.get("/docs").status_code == 404
