"""The sentence under the score."""

from __future__ import annotations

import pytest

from app.domain.report import ExceptionReport, FrameReport, Report, TestReport
from app.domain.verdict import Verdict
from tests.builders.reports import accepted_report
from tests.unit.web.views.test_results import shown

FRAMES = (FrameReport(line=3, function=None),)


def changed(**verdicts: dict[str, object]) -> Report:
    """A right solution's report with tests changed by their position: ``t1`` is the first."""
    tests = list(accepted_report().tests)
    for key, changes in verdicts.items():
        at = int(key[1:]) - 1
        tests[at] = TestReport.model_validate({**tests[at].model_dump(), **changes})
    failed = next(test.verdict for test in tests if test.verdict is not Verdict.ACCEPTED)
    return accepted_report().model_copy(update={"tests": tuple(tests), "verdict": failed})


def all_alike(**changes: object) -> Report:
    return changed(**{f"t{at}": changes for at in range(1, 5)})


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict.WRONG_TYPE,
        Verdict.WRONG_SHAPE,
        Verdict.WRONG_DTYPE,
        Verdict.EXCEPTION,
        Verdict.TIME_LIMIT,
        Verdict.MEMORY_LIMIT,
        Verdict.CRASHED,
    ],
)
def test_what_says_more_goes_before_wrong_values(verdict: Verdict) -> None:
    report = changed(
        t1={"verdict": Verdict.WRONG_VALUE, "message": "off"},
        t2={"verdict": Verdict.NOT_FINITE},
        t3={"verdict": verdict, "message": "the last two axes look swapped"},
        t4={"verdict": verdict},
    )
    banner = shown(report).banner
    assert banner.title.endswith("in “generic”")
    assert banner.text == "The last two axes look swapped."


def test_the_first_of_those_that_say_as_much() -> None:
    wrong: dict[str, object] = {"verdict": Verdict.WRONG_VALUE}
    assert shown(changed(t2=wrong, t3=wrong)).banner.title == "Wrong values in “one row”"


def test_a_hidden_test_is_named_last() -> None:
    raised = {"verdict": Verdict.EXCEPTION}
    wrong = {"verdict": Verdict.WRONG_VALUE}
    assert "“generic”" in shown(changed(t3=wrong, t4=raised)).banner.title
    assert "“drawn for you”" in shown(changed(t4=raised)).banner.title


def test_a_syntax_error_is_one_message_about_the_file() -> None:
    error = ExceptionReport(type="SyntaxError", message="'(' was never closed", frames=FRAMES)
    view = shown(
        all_alike(
            verdict=Verdict.SYNTAX_ERROR,
            reason="syntax_error",
            message="line 3 is not valid Python: '(' was never closed",
            exception=error,
        )
    )
    assert (view.banner.title, view.banner.line) == ("Syntax error on line 3", 3)
    assert view.banner.text == "'(' was never closed."
    assert view.folded == "None of the 4 tests could run."
    assert view.says == f"Submission 3: Syntax error on line 3. {view.folded}"
    assert '"line": 3' in view.mark


def test_a_missing_function_is_one_message_about_the_file() -> None:
    report = all_alike(
        verdict=Verdict.NO_FUNCTION, reason="no_function", message="the file must define it"
    )
    view = shown(report)
    assert view.banner.title == "There is no function scaled_sum"
    assert view.banner.text == "The file must define it."
    assert view.folded


def test_a_refused_source_is_one_message_about_the_file() -> None:
    view = shown(
        all_alike(
            verdict=Verdict.SYNTAX_ERROR, reason="source_refused", message="The code is empty"
        )
    )
    assert (view.banner.title, view.banner.text) == (
        "This code cannot be graded",
        "The code is empty.",
    )
    assert view.folded


def test_other_failures_keep_their_rows() -> None:
    assert shown(all_alike(verdict=Verdict.EXCEPTION, reason="exception")).folded == ""


@pytest.mark.parametrize(
    ("ahead", "says"),
    [
        (0, "The tests start"),
        (1, "1 submission is ahead of yours. "),
        (3, "3 submissions are ahead of yours. "),
    ],
)
def test_who_waits_is_told_how_many_are_ahead(ahead: int, says: str) -> None:
    assert shown(ahead=ahead).banner.text.startswith(says)
