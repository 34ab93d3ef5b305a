from __future__ import annotations

import pytest

from app.domain.cases import submit_cases
from app.domain.report import Report
from app.domain.roles import Role
from app.domain.submission import Kind, State, Submission
from app.domain.unfinished import partial, ungraded, without_problem
from app.domain.verdict import Verdict
from tests.builders.database import NOON
from tests.builders.problem import POINTS, SOURCE, TESTS, scaled_sum
from tests.builders.reports import accepted_tests
from tests.fakes.runner import INFO

SECRET = "path of the reference"


@pytest.fixture
def submission() -> Submission:
    return Submission(
        id="s" * 32,
        learner_id="learner",
        problem="scaled-sum",
        kind=Kind.SUBMIT,
        number=1,
        state=State.RUNNING,
        version=2,
        source=SOURCE,
        code_sha256="c" * 64,
        created_at=NOON,
        grading_hash="a" * 64,
        points_possible=POINTS,
        tests_total=TESTS,
    )


def reports(submission: Submission) -> list[Report]:
    cases = submit_cases(scaled_sum(), submission.id)
    return [
        ungraded(scaled_sum(), submission, cases, reason="r", fault=SECRET),
        without_problem(submission, reason="r", fault=SECRET),
    ]


def test_a_partial_report_has_no_verdict_and_all_points_in_view(submission):
    report = partial(scaled_sum(), submission, accepted_tests()[:2], INFO)
    assert report.verdict is Verdict.NOT_RUN
    assert (report.points, report.points_possible, len(report.tests)) == (2, POINTS, 2)


def test_what_could_not_be_graded_costs_nothing(submission):
    for report in reports(submission):
        assert report.verdict is Verdict.GRADER_FAILED
        assert report.verdict.costs_nothing
        assert (report.points, report.points_possible) == (0, POINTS)
        assert {test.verdict for test in report.tests} == {Verdict.GRADER_FAILED}


def test_the_fault_is_kept_for_the_administrator_and_from_the_learner(submission):
    for report in reports(submission):
        assert SECRET in report.model_dump_json()
        assert SECRET not in report.seen_by(Role.LEARNER).model_dump_json()


def test_they_are_reports_like_any_other(submission):
    for report in (*reports(submission), partial(scaled_sum(), submission, [], INFO)):
        assert Report.model_validate_json(report.model_dump_json(by_alias=True)) == report
