"""What of a report a learner may see."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.report import ExceptionReport, FrameReport
from app.domain.roles import Role
from tests.builders.full_report import full_report, full_test

NEEDLES = st.text(st.characters(codec="utf-8"), min_size=3).map(lambda text: f"needle {text}")
NUMBERS = st.floats(1e5, 1e300).map(lambda number: number + 0.12345)


@given(NEEDLES, NUMBERS)
def test_nothing_of_a_hidden_test_is_in_the_learners_document(text, number):
    report = full_report(hidden=True, text=text, number=number).seen_by(Role.LEARNER)
    document = report.model_dump_json(by_alias=True)
    assert json.dumps(text, ensure_ascii=False)[1:-1] not in document
    assert "needle" not in document
    assert json.dumps(number) not in document
    assert "987654321" not in document


def test_of_a_hidden_test_the_learner_sees_how_it_ended_and_where():
    test = full_report(hidden=True).seen_by(Role.LEARNER).tests[0].model_dump()
    shown = {key: value for key, value in test.items() if value is not None}
    assert shown == {
        "name": "name",
        "verdict": "wrong_value",
        "hidden": True,
        "points": 0,
        "points_possible": 2,
        "exception": {
            "type": "Exception",
            "message": None,
            "frames": ({"line": 4, "function": None},),
        },
    }


@pytest.mark.parametrize(
    ("raised", "seen"),
    [
        ("ValueError", "ValueError"),
        ("KeyboardInterrupt", "KeyboardInterrupt"),
        ("numpy.linalg.LinAlgError", "numpy.linalg.LinAlgError"),
        ("submission.X0_25", "Exception"),
        ("print", "Exception"),
        ("MemoryError", "MemoryError"),
        ("numpy._core._exceptions._ArrayMemoryError", "MemoryError"),
        ("numpy._core._exceptions._UFuncNoLoopError", "TypeError"),
    ],
)
def test_only_well_known_types_of_exceptions_in_hidden_tests_are_named(raised, seen):
    exception = ExceptionReport(
        type=raised, message="m", frames=(FrameReport(line=1, function="f"),)
    )
    test = full_test(hidden=True).model_copy(update={"exception": exception})
    report = full_report(hidden=True).model_copy(update={"tests": (test,)})
    assert report.seen_by(Role.LEARNER).tests[0].exception.type == seen


def test_the_learner_sees_a_shown_test_whole_but_for_the_graders_own_fault():
    report = full_report(hidden=False)
    seen = report.seen_by(Role.LEARNER)
    assert seen.tests[0] == report.tests[0].model_copy(update={"fault": None})
    assert seen.timing == report.timing


def test_beside_hidden_tests_only_the_total_time_is_seen_and_only_roughly():
    timing = full_report(hidden=True).seen_by(Role.LEARNER).timing
    assert (timing.sandbox_ms, timing.compare_ms, timing.total_ms) == (None, None, 1200.0)


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.LEARNER])
def test_the_others_see_all(role):
    report = full_report(hidden=True)
    assert report.seen_by(role) == report
