"""A report as text."""

from __future__ import annotations

import click
import pytest

from app.cli.failure_text import PRINTED_LINES
from app.cli.report_text import IN_FULL, report_lines
from app.domain.grading import grading
from app.domain.report import Element, ExceptionReport, FrameReport, TestReport
from app.domain.roles import Role
from app.domain.verdict import Verdict
from tests.builders.problem import scaled_sum
from tests.fakes.runner import INFO

SOURCE = "import numpy\n\ndef f(x):\n    raise ValueError(x)\n"


def made(**fields):
    needed = {"name": "first", "verdict": Verdict.ACCEPTED, "hidden": False}
    return TestReport(**(needed | {"points": 0, "points_possible": 2} | fields))


def text(*tests, role=Role.AUTHOR):
    report = grading(scaled_sum(), SOURCE, tests, INFO).seen_by(role)
    return click.unstyle("\n".join(report_lines(report, SOURCE)))


def test_tests_are_a_table_and_the_whole_a_sentence():
    shown = text(
        made(points=2, max_abs_error=1.5e-16, wall_ms=12.34),
        made(name="second", hidden=True, points=2, max_abs_error=0.0, wall_ms=1.0),
    )
    assert shown == (
        "test             verdict   points  max error    ms\n"
        "first            accepted     2/2    1.5e-16  12.3\n"
        "second (hidden)  accepted     2/2          0   1.0\n"
        "\n"
        "scaled-sum: accepted, 4 of 4 points in 0.00 s "
        "(Python 3.11.0, NumPy 2.0.0, sandbox: namespaces)"
    )


def test_what_went_wrong_is_told_after_the_table():
    shown = text(made(verdict=Verdict.WRONG_SHAPE, message="the shape is (2,)", stdout="a\nb\n"))
    assert "\n\nfirst: wrong shape\n  the shape is (2,)\n  printed:\n    a\n    b\n\n" in shown


def test_an_exception_shows_the_learners_lines():
    frames = (FrameReport(line=3, function="f"), FrameReport(line=4, function="g"))
    exception = ExceptionReport(type="ValueError", message="no", frames=frames)
    shown = text(
        made(verdict=Verdict.EXCEPTION, message="ValueError was raised: no", exception=exception)
    )
    assert (
        "first: exception\n"
        "  ValueError was raised: no\n"
        "    line 3 in f\n"
        "      def f(x):\n"
        "    line 4 in g\n"
        "      raise ValueError(x)\n"
    ) in shown


@pytest.mark.parametrize("line", [0, -1, 99])
def test_a_line_that_the_source_does_not_have_is_only_numbered(line):
    exception = ExceptionReport(
        type="E", message="m", frames=(FrameReport(line=line, function=None),)
    )
    assert f"    line {line}\n\n" in text(
        made(verdict=Verdict.EXCEPTION, message="m", exception=exception)
    )


def test_of_a_hidden_test_the_learner_is_told_the_type_and_the_line():
    exception = ExceptionReport(
        type="ValueError", message="secret", frames=(FrameReport(line=4, function="secret"),)
    )
    element = Element(index=(1,), got=0.25, expected=0.75)
    shown = text(
        made(
            name="raises",
            hidden=True,
            verdict=Verdict.EXCEPTION,
            message="secret",
            exception=exception,
            stdout="secret",
            wall_ms=987.6,
        ),
        made(
            name="wrong",
            hidden=True,
            verdict=Verdict.WRONG_VALUE,
            message="secret",
            first_bad=element,
            max_abs_error=0.5,
        ),
        role=Role.LEARNER,
    )
    assert (
        "raises (hidden): exception\n  ValueError\n    line 4\n      raise ValueError(x)\n" in shown
    )
    assert "wrong (hidden): " not in shown
    for secret in ("secret", "987", "0.5", "0.25", "0.75"):
        assert secret not in shown


@pytest.mark.parametrize("hidden", [False, True])
def test_prints_of_a_test_that_passed_are_left_to_the_json_report(hidden):
    assert "shape" not in text(made(stdout="shape (2, 3)\n", hidden=hidden))


def test_many_prints_are_cut():
    failing = {"verdict": Verdict.OUTPUT_LIMIT, "message": "too much"}
    shown = text(made(stdout="x\n" * (PRINTED_LINES + 5), stdout_truncated=True, **failing))
    assert shown.count("    x\n") == PRINTED_LINES
    assert "    ... and 5 more lines\n    ... cut off: too much was printed\n" in shown


def test_the_same_trouble_is_told_once():
    tests = [made(name=name, verdict=Verdict.EXCEPTION, message="no module") for name in "abc"]
    shown = text(*tests[:2], made(name="other"), tests[2])
    assert shown.count("no module") == 1
    assert "a: exception" in shown


def test_many_failing_tests_are_told_in_full_at_first_and_then_in_a_line():
    tests = [
        made(name=f"t{n}", verdict=Verdict.WRONG_VALUE, message=f"{n} are off", stdout="hello\n")
        for n in range(IN_FULL + 2)
    ]
    shown = text(*tests)
    assert shown.count("hello") == IN_FULL
    assert f"t{IN_FULL - 1}: wrong values\n  {IN_FULL - 1} are off\n  printed:" in shown
    assert "\n\nt3: wrong values: 3 are off\nt4: wrong values: 4 are off\n\nscaled" in shown


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.LEARNER])
@pytest.mark.parametrize("verdict", [Verdict.SYNTAX_ERROR, Verdict.NO_FUNCTION])
def test_trouble_with_the_file_is_told_once_and_names_no_test(verdict, role):
    exception = ExceptionReport(
        type="SyntaxError", message="no", frames=(FrameReport(line=3, function="<module>"),)
    )
    facts = {"verdict": verdict, "message": "line 3 is no Python", "exception": exception}
    tests = [made(name="t1", **facts)] + [made(name="t2", hidden=True, **facts)] * 15
    shown = text(*tests, role=role)
    assert shown.startswith("the file: ")
    assert shown.count("line 3 is no Python") == 1
    assert "      def f(x):\n  None of the 16 tests could run.\n\nscaled-sum: " in shown
    assert "t1" not in shown
    assert "points" not in shown.splitlines()[0]


@pytest.mark.parametrize("role", [Role.AUTHOR, Role.LEARNER])
def test_tests_that_were_left_out_are_one_line_with_the_reason(role):
    late = {"verdict": Verdict.TIME_LIMIT, "message": "not finished after 2 s"}
    left_out = {"verdict": Verdict.NOT_RUN, "message": "not run: two tests ran out of time"}
    shown = text(
        made(name="a", **late),
        made(name="b", **left_out),
        *[made(name="h", hidden=True, **left_out)] * 3,
        role=role,
    )
    assert "\n\n4 tests not run: two tests ran out of time\n\nscaled-sum: out of time" in shown
    assert shown.count("two tests ran out of time") == 1


def test_the_graders_own_fault_is_told_to_authors_only():
    test = made(verdict=Verdict.GRADER_FAILED, message="not you", fault="the zygote died")
    assert "  not you\n  the zygote died\n" in text(test)
    assert "zygote" not in text(test, role=Role.LEARNER)


def test_strangers_texts_cannot_steer_the_terminal():
    evil = "\x1b[2J\r\u202e"
    exception = ExceptionReport(
        type=evil, message=evil, frames=(FrameReport(line=1, function=evil),)
    )
    test = made(
        name=evil,
        verdict=Verdict.EXCEPTION,
        message=evil,
        fault=evil,
        exception=exception,
        stdout=evil,
        max_abs_error=evil,
    )
    report = grading(scaled_sum(), evil, [test], INFO)
    shown = click.unstyle("\n".join(report_lines(report, evil + "\n")))
    assert not set(shown) & set("\x1b\r\u202e")


def test_verdicts_have_colours():
    report = grading(scaled_sum(), SOURCE, [made()], INFO)
    assert any("\x1b[32m" in line for line in report_lines(report, SOURCE))
