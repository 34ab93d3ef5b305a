"""Where it first goes wrong, on the page: looked for after the verdict, then shown."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.domain.claim import Claimed
from app.domain.diagnosis import Diagnosis, StepFinding
from app.domain.report import Report, TestReport
from app.domain.verdict import Verdict
from app.queue.embedded import EmbeddedQueue
from tests.builders.database import NOON
from tests.builders.diagnoses import UNSCALED, diagnosis, divergence
from tests.builders.reports import accepted_report
from tests.web.conftest import SLUG, press, raising, report_with
from tests.web.test_pages import Inline

LOOKING = "Looking for the place where it first goes wrong"
HEADING = "Where it first goes wrong"

Fail = Callable[..., Claimed]


def wrong_report() -> Report:
    return report_with(
        TestReport(
            name="one row", verdict=Verdict.WRONG_VALUE, hidden=False, points=0, points_possible=1
        )
    )


@pytest.fixture
def fail(queue: EmbeddedQueue) -> Fail:
    """Stores a report whose diagnosis is still looked for."""

    def finish(report: Report) -> Claimed:
        claimed = queue.claim("tester", NOON, 60)
        assert claimed is not None
        queue.finish(claimed, report, NOON, diagnosing_until=NOON + timedelta(seconds=60))
        return claimed

    return finish


@pytest.fixture
def told(client: TestClient, queue: EmbeddedQueue, fail: Fail) -> Callable[[Diagnosis], str]:
    """The results pane of a submission with this diagnosis."""

    def tell(found: Diagnosis, report: Report | None = None) -> str:
        submission = press(client, code=UNSCALED)
        report = report or wrong_report()
        queue.diagnosed(fail(report), report.model_copy(update={"diagnosis": found}))
        return client.get(f"/submissions/{submission}").text

    return tell


def test_the_verdict_comes_first(client: TestClient, fail: Fail, queue: EmbeddedQueue) -> None:
    submission = press(client, code=UNSCALED)
    claimed = fail(wrong_report())
    before = client.get(f"/submissions/{submission}").text
    assert "Wrong values in “one row”" in before
    assert LOOKING in before
    assert 'data-state="finished" data-settled="false"' in before
    assert 'http-equiv="refresh"' in client.get(f"/problems/{SLUG}").text

    queue.diagnosed(claimed, wrong_report().model_copy(update={"diagnosis": diagnosis()}))
    after = client.get(f"/submissions/{submission}").text
    assert LOOKING not in after
    assert HEADING in after
    assert 'data-settled="true"' in after
    assert 'http-equiv="refresh"' not in client.get(f"/problems/{SLUG}").text


def test_the_api_says_whether_it_is_still_to_come(
    client: TestClient, fail: Fail, queue: EmbeddedQueue
) -> None:
    address = f"/api/v1/submissions/{press(client, code=UNSCALED)}"
    assert client.get(address).json()["settled"] is False
    claimed = fail(wrong_report())
    read = client.get(address).json()
    assert (read["state"], read["settled"], read["report"]["diagnosis"]) == (
        "finished",
        False,
        None,
    )
    queue.diagnosed(claimed, wrong_report().model_copy(update={"diagnosis": diagnosis()}))
    read = client.get(address).json()
    assert (read["settled"], read["report"]["diagnosis"]["relation"]) == (
        True,
        diagnosis().relation,
    )


def test_it_stands_between_the_banner_and_the_tests(told: Callable[[Diagnosis], str]) -> None:
    page = told(diagnosis())
    assert page.index("banner-title") < page.index(HEADING) < page.index('id="tests-title"')
    for part in (
        "“Product” is the first step that goes wrong.",
        "return <mark>np.copy(rows)</mark>",
        "Your value is the expected one times 0.8.",
        "The other axis",
        'href="#theory-sums-along-an-axis"',
        '<span class="sr">: goes wrong here</span>',
        'data-goto-line="2"',
        "Expected: 1 row of 2 values, from −5 to 1.25",
        "<b data-got>−4</b>",
    ):
        assert part in page


def test_the_page_of_it_has_that_anchor_and_no_inline_code(
    client: TestClient, told: Callable[[Diagnosis], str]
) -> None:
    told(diagnosis(also=(divergence(line=2),)))
    page = client.get(f"/problems/{SLUG}").text
    assert 'id="theory-sums-along-an-axis"' in page
    inline = Inline()
    inline.feed(page)
    assert inline.found == []


def test_the_learners_code_is_text(told: Callable[[Diagnosis], str]) -> None:
    evil = "<script>alert(1)</script>"
    found = diagnosis(
        relation=evil,
        first_divergence=divergence(title=evil),
        steps=(StepFinding(step=evil, state="first"),),
    )
    assert evil not in told(found)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, " The other axis."),
        ({"pitfalls": ()}, " Your value is the expected one times 0.8."),
        ({"pitfalls": (), "relation": None}, ""),
    ],
)
def test_the_line_is_marked_in_the_editor(
    told: Callable[[Diagnosis], str], changes: dict[str, object], why: str
) -> None:
    mark = unescape(told(diagnosis(**changes)).split('data-mark="')[1].split('"')[0])
    assert json.loads(mark) == {
        "line": 3,
        "lead": "Product",
        "text": f"is the first step that goes wrong.{why}",
    }


def test_the_line_of_an_exception_goes_before(
    told: Callable[[Diagnosis, Report], str],
) -> None:
    page = told(diagnosis(), report_with(raising("one row", hidden=False)))
    mark = unescape(page.split('data-mark="')[1].split('"')[0])
    assert json.loads(mark)["lead"] == "ValueError"


def test_of_a_hidden_test_it_says_so(told: Callable[[Diagnosis], str]) -> None:
    page = told(diagnosis(public=False, relation=None, compared=None))
    assert "Seen on a hidden test; its values are not shown." in page
    assert "data-heat=" not in page


def test_what_passes_is_never_told_that_it_goes_wrong(
    told: Callable[[Diagnosis, Report], str],
) -> None:
    page = told(diagnosis(), accepted_report())
    assert HEADING not in page
    assert 'data-mark=""' in page


def test_nothing_known_is_nothing_said(told: Callable[[Diagnosis], str]) -> None:
    assert HEADING not in told(Diagnosis(case="trace case", public=True))
