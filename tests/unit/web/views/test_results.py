"""The results pane's view of a submission."""

from __future__ import annotations

import pytest

from app.domain.report import Element, Report, TestReport
from app.domain.submission import Kind, State, Submission
from app.domain.unfinished import without_problem
from app.domain.verdict import WORDS, Verdict
from app.web.views.attempts import tone
from app.web.views.results import ResultsView, results_view
from tests.builders.database import NOON
from tests.builders.problem import SOURCE, scaled_sum
from tests.builders.reports import accepted_report

SPEC = scaled_sum().spec
NAMES = ["Example 1", "one row", "generic", "drawn for you"]


def submission(report: Report | None = None, **changes: object) -> Submission:
    state = State.QUEUED if report is None else State.FINISHED
    fields = {
        "id": "s",
        "learner_id": "l",
        "problem": "scaled-sum",
        "kind": Kind.SUBMIT,
        "number": 3,
        "state": state,
        "version": 2,
        "source": SOURCE,
        "code_sha256": "",
        "created_at": NOON,
        "report": report,
    }
    return Submission.model_validate({**fields, **changes})


def shown(report: Report | None = None, *, ahead: int = 0, **changes: object) -> ResultsView:
    return results_view(submission(report, **changes), SPEC, ahead=ahead)


def with_test(**changes: object) -> Report:
    """A right solution's report whose second test is changed."""
    report = accepted_report()
    tests = list(report.tests)
    tests[1] = TestReport.model_validate({**tests[1].model_dump(), **changes})
    return report.model_copy(update={"tests": tuple(tests), "verdict": tests[1].verdict})


def test_queued_every_test_waits() -> None:
    view = shown()
    assert [case.name for case in view.cases] == NAMES
    assert {case.tone for case in view.cases} == {"wait"}
    assert [case.hidden for case in view.cases] == [False, False, False, True]
    assert (view.passed, view.failing, view.banner.tone) == (0, 0, "wait")
    assert not view.begun


def test_a_run_has_the_examples_alone() -> None:
    assert [case.name for case in shown(kind=Kind.RUN).cases] == ["Example 1"]
    assert shown(kind=Kind.RUN).title == "Run 3"


def test_while_it_runs_some_are_done() -> None:
    report = accepted_report()
    part = report.model_copy(update={"tests": report.tests[:1], "verdict": Verdict.NOT_RUN})
    view = shown(part, state=State.RUNNING)
    assert [case.tone for case in view.cases] == ["pass", "wait", "wait", "wait"]
    assert (view.points, view.took, view.banner.title) == ("", "", "Running the tests")
    assert view.begun


def test_solved() -> None:
    view = shown(accepted_report())
    assert (view.passed, view.total, view.points) == (4, 4, "6 of 6 points")
    assert (view.banner.tone, view.banner.title) == ("pass", "Solved")
    assert view.says == "Submission 3: 4 of 4 tests passed. Solved."
    assert (view.mark, view.first_fail) == ("", "")


@pytest.mark.parametrize(
    ("total_ms", "took"), [(1234.5, "1.2 s"), (21, "less than 0.1 s"), (160, "0.2 s")]
)
def test_the_time_is_no_finer_than_the_learners_report(total_ms: float, took: str) -> None:
    timing = accepted_report().timing.model_copy(update={"total_ms": total_ms})
    assert shown(accepted_report().model_copy(update={"timing": timing})).took == took


def test_wrong_values_say_how_far_off() -> None:
    off = Element(index=(0, 1), got="nan", expected=-1.5)
    changes = {
        "verdict": Verdict.WRONG_VALUE,
        "max_abs_error": 0.0025,
        "bad_count": 2,
        "first_bad": off,
        "worst_bad": off,
        "message": "2 of 3 values are off",
    }
    view = shown(with_test(**changes))
    case = view.cases[1]
    assert (case.tone, case.says, case.off, case.first) == ("fail", "0.0025", "2", None)
    assert case.worst is not None
    assert (case.worst.place, case.worst.got, case.worst.expected) == ("[0, 1]", "NaN", "−1.5")
    assert view.banner.title == "Wrong values in “one row”"
    assert (view.failing, view.first_fail) == (1, "test-2")


def test_a_failure_of_the_grader_is_nobodys_fault() -> None:
    view = shown(with_test(verdict=Verdict.GRADER_FAILED))
    assert (view.banner.tone, view.cases[1].tone, view.failing) == ("warn", "none", 0)
    assert "not your code's fault" in view.banner.text


def test_without_its_problem_one_row_stands_for_all() -> None:
    lost = submission()
    view = shown(without_problem(lost, reason="gone", fault="secret"))
    assert [case.tone for case in view.cases] == ["none"]
    assert view.runtime == ""
    assert "secret" not in str(view)


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_has_words_and_a_tone(verdict: Verdict) -> None:
    view = shown(with_test(verdict=verdict, points=0))
    assert view.cases[1].verdict == WORDS[verdict]
    assert view.cases[1].tone == tone(verdict)
    assert view.banner.title
