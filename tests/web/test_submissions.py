"""Handing in and reading results by the page's own routes."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from sqlalchemy import Engine
from starlette.testclient import TestClient

from app.domain.report import Element, Report, TestReport
from app.domain.submission import Submission
from app.domain.verdict import Verdict
from app.queue.embedded import EmbeddedQueue
from app.services.submissions import find
from app.web.site import Site
from tests.builders.database import NOON
from tests.builders.reports import accepted_report
from tests.web.conftest import CODE, NEEDLE, SLUG, guests, press, raising, report_with

Grade = Callable[[Report], Submission]
HAND_IN = f"/problems/{SLUG}/submissions"


def test_a_form_leads_to_its_results(client: TestClient, queue: EmbeddedQueue) -> None:
    answer = client.post(HAND_IN, data={"code": CODE, "kind": "submit", "key": "k"})
    assert answer.status_code == 303
    assert "Waiting for a free worker" in client.get(answer.headers["location"]).text
    claimed = queue.claim("tester", NOON, 60)
    assert claimed is not None
    assert claimed.submission.source == CODE


def test_a_text_areas_line_ends_become_plain(client: TestClient, queue: EmbeddedQueue) -> None:
    press(client, code="a = 1\r\nb = 2\r\n")
    claimed = queue.claim("tester", NOON, 60)
    assert claimed is not None
    assert claimed.submission.source == "a = 1\nb = 2\n"


def test_a_double_press_is_one_submission(client: TestClient) -> None:
    assert press(client, key="a") == press(client, key="a")
    assert press(client, key="a") != press(client, key="b")


def test_the_same_page_may_hand_in_other_code(client: TestClient) -> None:
    """Without scripts a page left open sends the same key again."""
    first = press(client, key="a", code="a = 1\n")
    assert press(client, key="a", code="a = 2\n") != first
    assert press(client, key="a", code="a = 1\n", kind="run") != first


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"code": CODE, "kind": "both", "key": "k"}, "send run or submit"),
        ({"code": CODE, "kind": "run"}, "no field key"),
        ({"kind": "run", "key": "k"}, "no field code"),
        ({"code": "x" * (256 * 1024 + 1), "kind": "run", "key": "k"}, "at most 262144"),
        ({"code": "", "kind": "run", "key": "k"}, "write the function into it first"),
        ({"code": " \r\n\t", "kind": "submit", "key": "k"}, "the code is empty"),
        ({"code": "a = 1\0", "kind": "run", "key": "k"}, "NUL character in line 1"),
        ({"code": CODE, "kind": "run", "key": "with space"}, "idempotency key"),
    ],
)
def test_a_bad_form_is_refused_in_words(
    client: TestClient, engine: Engine, form: dict[str, str], says: str
) -> None:
    answer = client.post(HAND_IN, data=form, headers={"accept": "application/json"})
    assert answer.status_code == 422
    error = answer.json()["error"]
    assert says.lower() in f"{error['message']} {error['advice']}".lower()
    assert guests(engine) == 0


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{}", "application/json"),
        (b"code=%ff", "application/x-www-form-urlencoded"),
        (b"a=1&" * 50, "application/x-www-form-urlencoded"),
        ("code=ä".encode(), "application/x-www-form-urlencoded"),
    ],
)
def test_what_is_no_form_is_refused(client: TestClient, content: bytes, kind: str) -> None:
    answer = client.post(HAND_IN, content=content, headers={"content-type": kind})
    assert answer.status_code == 422


def test_handing_in_to_no_problem(client: TestClient) -> None:
    answer = client.post("/problems/none/submissions", data={"code": "", "kind": "run", "key": "k"})
    assert answer.status_code == 404
    assert not client.cookies


def test_results_grow_while_it_runs(client: TestClient, queue: EmbeddedQueue) -> None:
    submission = press(client)
    claimed = queue.claim("tester", NOON, 60)
    assert claimed is not None
    whole = accepted_report()
    part = whole.model_copy(update={"tests": whole.tests[:2], "verdict": Verdict.NOT_RUN})
    queue.progress(claimed, part)
    page = client.get(f"/submissions/{submission}").text
    assert "<strong>2</strong> of 4 tests pass" in page
    assert page.count('class="case wait"') == 2
    assert "Running the tests" in page
    assert 'data-state="running"' in page


def test_nothing_is_said_of_tests_before_one_is_finished(
    client: TestClient, queue: EmbeddedQueue
) -> None:
    submission = press(client)
    assert "tests pass" not in client.get(f"/submissions/{submission}").text
    assert queue.claim("tester", NOON, 60)
    assert "tests pass" not in client.get(f"/submissions/{submission}").text


def test_who_waits_sees_how_many_are_ahead(
    visit: Callable[[], TestClient], queue: EmbeddedQueue
) -> None:
    first, second, third = visit(), visit(), visit()
    ids = [press(one) for one in (first, second, third)]
    assert "ahead" not in first.get(f"/submissions/{ids[0]}").text
    assert "2 submissions are ahead of yours" in third.get(f"/submissions/{ids[2]}").text
    queue.claim("tester", NOON, 60)
    for address in (f"/submissions/{ids[2]}", f"/problems/{SLUG}"):
        assert "1 submission is ahead of yours" in third.get(address).text
    assert "ahead" not in second.get(f"/submissions/{ids[1]}").text


def test_without_scripts_the_page_reads_itself_again_until_the_end(
    client: TestClient, grade: Grade
) -> None:
    refresh = '<noscript><meta http-equiv="refresh" content="2; url='
    assert refresh not in client.get(f"/problems/{SLUG}").text
    submission = press(client)
    waiting = client.get(f"/problems/{SLUG}").text
    assert refresh in waiting.partition("</head>")[0]
    there = f"/problems/{SLUG}?submission={submission}"
    assert f"{there}&amp;again=1#results" in waiting
    assert f"{there}&amp;again=0#results" in client.get(f"{there}&again=1").text
    assert "reads itself again every 2 seconds" in waiting
    grade(accepted_report())
    finished = client.get(f"/problems/{SLUG}").text
    assert refresh not in finished
    assert "reads itself again" not in finished


def test_a_file_that_cannot_run_is_one_message(client: TestClient, grade: Grade) -> None:
    submission = press(client)
    report = accepted_report()
    changes = {"verdict": Verdict.NO_FUNCTION, "reason": "no_function", "points": 0}
    tests = tuple(test.model_copy(update=changes) for test in report.tests)
    said = tests[0].model_copy(update={"stdout": "<i>loaded</i>"})
    grade(report.model_copy(update={"tests": (said, *tests[1:]), "verdict": Verdict.NO_FUNCTION}))
    page = client.get(f"/submissions/{submission}").text
    assert "There is no function scaled_sum" in page
    assert page.count("None of the 4 tests could run.") == 2  # shown, and read out
    assert 'class="case' not in page
    assert "one row" not in page
    assert "&lt;i&gt;loaded&lt;/i&gt;" in page


def test_a_wrong_answer_says_how_and_where(client: TestClient, grade: Grade) -> None:
    submission = press(client)
    wrong = TestReport(
        name="one row",
        verdict=Verdict.WRONG_VALUE,
        hidden=False,
        points=0,
        points_possible=1,
        message="1 of 1 values is off; the largest error is 2.5e-06",
        max_abs_error=2.5e-6,
        bad_count=1,
        first_bad=Element(index=(0,), got=-1.0, expected=1.5),
        worst_bad=Element(index=(0,), got=-1.0, expected=1.5),
        stdout="<b>my print</b>",
        wall_ms=3.2,
    )
    grade(report_with(wrong))
    page = client.get(f"/submissions/{submission}").text
    for part in (
        "Wrong values in “one row”",
        "2.5e−6",
        "[0]",
        "−1",
        "1.5",
        "A single row is still",
    ):
        assert part in page
    assert "&lt;b&gt;my print&lt;/b&gt;" in page
    assert 'data-failing="1"' in page


def test_an_exception_leads_to_its_line(client: TestClient, grade: Grade) -> None:
    submission = press(client)
    grade(report_with(raising("one row", hidden=False)))
    page = client.get(f"/submissions/{submission}").text
    assert 'data-goto-line="2"' in page
    assert f"<code>ValueError</code>: {NEEDLE}" in page


def test_nothing_of_a_hidden_test_comes_through(client: TestClient, grade: Grade) -> None:
    submission = press(client)
    grade(report_with(raising("drawn for you", hidden=True)))
    for address in (
        f"/submissions/{submission}",
        f"/problems/{SLUG}?submission={submission}",
        f"/api/v1/submissions/{submission}",
    ):
        text = client.get(address).text
        assert "drawn for you" in text
        assert "ValueError" in text
        assert NEEDLE not in text, address
    assert 'data-goto-line="2"' in client.get(f"/submissions/{submission}").text


@pytest.mark.parametrize(
    "address",
    [
        "/submissions/{}",
        "/submissions/{}/events",
        f"/problems/{SLUG}?submission={{}}",
        "/api/v1/submissions/{}",
    ],
)
def test_anothers_submission_is_not_found(visit: Callable[[], TestClient], address: str) -> None:
    owner, stranger, nobody = visit(), visit(), visit()
    submission = press(owner, code="secret = 1\n")
    press(stranger)
    answers = [one.get(address.format(submission)) for one in (stranger, nobody)]
    answers.append(stranger.get(address.format("0" * 32)))
    assert {answer.status_code for answer in answers} == {404}
    assert all("secret" not in answer.text for answer in answers)


def test_it_is_stored_before_the_answer(client: TestClient, site: Site) -> None:
    submission = press(client)
    with site.sessions() as session:
        row = session.connection().exec_driver_sql("select learner_id from submissions").scalar()
        assert find(session, submission, row).source == CODE


def test_a_mark_for_the_editor_is_json(client: TestClient, grade: Grade) -> None:
    press(client)
    grade(report_with(raising("one row", hidden=False)))
    page = client.get(f"/problems/{SLUG}").text
    mark = page.split('data-mark="')[1].split('"')[0].replace("&#34;", '"')
    assert json.loads(mark) == {"line": 2, "lead": "ValueError", "text": NEEDLE}
