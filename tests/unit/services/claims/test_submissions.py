from app.domain.problem import SourceFile
from app.domain.proof import Claim
from app.domain.report import ExceptionReport, Report, RunnerReport, TestReport, Timing
from app.domain.verdict import Verdict
from app.services.claims.submissions import must_fail, must_pass


def _report(*verdicts, **facts):
    tests = tuple(
        TestReport(name=f"t{place}", verdict=v, hidden=False, points=0, points_possible=1, **facts)
        for place, v in enumerate(verdicts)
    )
    failed = [v for v in verdicts if v is not Verdict.ACCEPTED]
    return Report(
        problem="scaled-sum",
        grading_hash="",
        code_sha256="",
        tier="flat",
        runner=RunnerReport(python="3.11", numpy="2.0"),
        verdict=failed[0] if failed else Verdict.ACCEPTED,
        points=0,
        points_possible=len(tests),
        tests=tests,
        timing=Timing(sandbox_ms=0, compare_ms=0, total_ms=0),
    )


def test_an_accepted_submission_that_fails_is_named_with_the_test_and_why():
    report = _report(Verdict.ACCEPTED, Verdict.WRONG_VALUE, message="2 of 4 are off")
    row = must_pass(Claim.ACCEPTED, SourceFile(name="loops.py", source=""), report)
    assert not row.holds
    assert row.detail == '1 of 2 tests pass; "t1": wrong values (2 of 4 are off)'


def test_an_exception_is_quoted():
    raised = ExceptionReport(type="ValueError", message="boom", frames=())
    row = must_pass(
        Claim.ACCEPTED,
        SourceFile(name="a.py", source=""),
        _report(Verdict.EXCEPTION, exception=raised),
    )
    assert row.detail.endswith("(ValueError: boom)")


def test_an_accepted_submission_that_passes_holds():
    assert must_pass(
        Claim.ACCEPTED, SourceFile(name="a.py", source=""), _report(Verdict.ACCEPTED)
    ).holds


def test_a_rejected_submission_must_fail_in_the_way_it_says():
    file = SourceFile(name="none.py", source="", expects="wrong_type")
    row = must_fail(Claim.REJECTED, file, _report(Verdict.ACCEPTED, Verdict.WRONG_TYPE))
    assert (row.holds, row.detail) == (True, "not an array in 1 of 2 tests")
    other = must_fail(Claim.REJECTED, file, _report(Verdict.WRONG_VALUE))
    assert not other.holds
    assert "says it is rejected as wrong_type, but the tests say wrong_value" in other.detail


def test_a_rejected_submission_that_passes_everything_is_a_hole_in_the_tests():
    row = must_fail(Claim.STARTER, SourceFile(name="starter", source=""), _report(Verdict.ACCEPTED))
    assert not row.holds
    assert "add a test" in row.detail


def test_a_failure_of_the_grader_rejects_nobody():
    row = must_fail(
        Claim.REJECTED, SourceFile(name="a.py", source=""), _report(Verdict.GRADER_FAILED)
    )
    assert not row.holds
