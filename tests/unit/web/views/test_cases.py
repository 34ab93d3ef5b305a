"""One row per test."""

from __future__ import annotations

from app.domain.report import ExceptionReport, FrameReport, TestReport
from app.domain.verdict import Verdict
from app.web.views.cases import case_view, waiting_case

EVIL = "a\u202eb\x1b\x00\uffff"
SHOWN = r"a\u202eb\x1b\x00\uffff"


def test_signs_that_hide_or_turn_text_are_shown() -> None:
    test = TestReport(
        name=EVIL,
        verdict=Verdict.EXCEPTION,
        hidden=False,
        points=0,
        points_possible=1,
        message=f"raised: {EVIL}",
        exception=ExceptionReport(
            type=EVIL, message=f"{EVIL}\n2", frames=(FrameReport(line=1, function=EVIL),)
        ),
        stdout=f"{EVIL}\n\t2",
    )
    case = case_view(1, test, "")
    assert case.name == SHOWN
    assert case.message == f"Raised: {SHOWN}."
    assert case.output == f"{SHOWN}\n\t2"
    assert case.raised is not None
    assert (case.raised.type, case.raised.message) == (SHOWN, f"{SHOWN}\n2")
    assert case.raised.lines == ((1, SHOWN),)
    assert waiting_case(1, EVIL, False).name == SHOWN
