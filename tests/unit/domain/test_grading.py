"""The report over all tests."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.grading import code_sha256, grading, overall
from app.domain.report import TestReport
from app.domain.verdict import Verdict
from tests.builders.problem import scaled_sum
from tests.fakes.runner import INFO


def reports(*verdicts):
    return [
        TestReport(
            name="t",
            verdict=verdict,
            hidden=False,
            points=2 if verdict is Verdict.ACCEPTED else 0,
            points_possible=2,
        )
        for verdict in verdicts
    ]


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        ("accepted accepted", "accepted"),
        ("accepted wrong_shape exception", "wrong_shape"),
        ("grader_failed accepted", "grader_failed"),
        ("grader_failed exception accepted", "exception"),
        ("runtime_missing accepted", "runtime_missing"),
        ("not_run grader_failed", "grader_failed"),
        ("not_run cancelled", "not_run"),
        ("", "not_run"),
    ],
)
def test_the_verdict_over_all_tests(verdicts, whole):
    assert overall(reports(*map(Verdict, verdicts.split()))) is Verdict(whole)


@given(st.lists(st.sampled_from(Verdict), min_size=1))
def test_a_failure_of_the_grader_never_turns_into_the_learners(verdicts):
    whole = overall(reports(*verdicts))
    assert whole in verdicts
    own = [v for v in verdicts if v is not Verdict.ACCEPTED and not v.costs_nothing]
    assert (whole in own) == bool(own)
    assert (whole is Verdict.ACCEPTED) == (set(verdicts) == {Verdict.ACCEPTED})


def test_points_are_added_up():
    tests = reports(Verdict.ACCEPTED, Verdict.EXCEPTION, Verdict.ACCEPTED)
    report = grading(scaled_sum(), "code", tests, INFO)
    assert (report.points, report.points_possible, report.problem) == (4, 6, "scaled-sum")
    assert (report.tier, report.runner.numpy) == ("namespaces", "2.0.0")
    assert report.code_sha256 == hashlib.sha256(b"code").hexdigest()


def test_a_grading_without_a_sandbox_says_so():
    report = grading(scaled_sum(), "code", reports(Verdict.GRADER_FAILED), None)
    assert (report.tier, report.runner.python) == ("none", "none")


@given(st.text(st.characters()))
def test_any_text_has_a_hash(source):
    assert len(code_sha256(source)) == 64
