"""Sources, run in the real sandbox, and the verdict that each must get."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from app.domain.problem import Problem
from app.domain.verdict import Verdict

from .conftest import Grade

RIGHT = "factor * x.sum(axis=1)"


def function(body: str) -> str:
    return "import numpy as np\n\n\ndef scaled_sum(x, factor):\n" + indent(dedent(body), "    ")


@pytest.mark.parametrize(
    "body",
    [
        f"return {RIGHT}",
        "return np.einsum('nd->n', x) * factor",
        "return np.array([factor * sum(row) for row in x])",
        "x = x.copy()\nx *= factor\nreturn x.sum(1)",
        f"return np.asfortranarray({RIGHT})",
        f"return ({RIGHT})[::-1].copy()[::-1]",
        f"return ({RIGHT}).astype('>f8')",
        "print('shapes', x.shape)\nreturn x.sum(1) * factor",
    ],
)
def test_a_right_solution_in_any_style_is_accepted(grade: Grade, body: str) -> None:
    report = grade(function(body))
    assert report.verdict is Verdict.ACCEPTED
    assert report.points == report.points_possible


@pytest.mark.parametrize(
    ("body", "verdict", "reason", "words"),
    [
        ("return x.sum(axis=1)", "wrong_value", None, "the largest error is"),
        ("x.sum(axis=1) * factor", "wrong_type", None, "is a return statement missing?"),
        (f"return ({RIGHT}).tolist()", "wrong_type", None, "np.array(...)"),
        (f"return {RIGHT}, 1", "wrong_type", None, "return one array"),
        ("return float(x.sum())", "wrong_type", None, "a single number (float)"),
        (f"return np.ma.masked_array({RIGHT})", "wrong_type", None, "plain array"),
        ("return np.array([x, None], dtype=object)", "wrong_dtype", None, "Python objects"),
        (f"return np.array({RIGHT}, dtype=str)", "wrong_dtype", None, "plain numbers"),
        (f"return ({RIGHT})[:, None]", "wrong_shape", None, "should not be there"),
        (f"return ({RIGHT}).astype(np.float32)", "wrong_dtype", None, "float32"),
        (f"return ({RIGHT}) * np.nan", "not_finite", None, "NaN or infinite"),
        ("x *= factor\nreturn x.sum(1)", "input_modified", None, "x.copy()"),
        ("return undefined", "exception", "exception", "NameError was raised on line 5"),
        ("import sys\nsys.exit(0)", "exception", "exception", "SystemExit"),
        ("import os\nos._exit(0)", "crashed", None, "ended the process"),
        ("while True: pass", "time_limit", "cpu_limit", "0.5 s of computing"),
        ("print('x' * 10**6)", "output_limit", "output_limit", "were printed"),
        ("return np.ones((10**6, 10**4))", "memory_limit", "memory_limit", "256 MiB"),
        ("return np.ones(5 * 10**6)", "output_limit", "result_limit", "too large"),
        ("import os\nos.abort()", "crashed", "crashed", "crashed its process or ended it"),
        ("return np.zeros((1,) * 64)", "wrong_shape", None, "64 axes, expected 1"),
        ("import mmap\nmmap.mmap(-1, 2**40)", "memory_limit", "memory_limit", "256 MiB"),
    ],
)
def test_a_wrong_one_gets_its_verdict_and_a_sentence(
    grade: Grade, body: str, verdict: str, reason: str | None, words: str
) -> None:
    report = grade(function(body))
    first = report.tests[0]
    assert (report.verdict.value, first.verdict.value) == (verdict, verdict)
    assert first.message is not None
    assert words in first.message
    assert reason is None or first.reason == reason
    assert first.points == 0


@pytest.mark.parametrize(
    ("source", "verdict", "words"),
    [
        ("def scaled_sum(x, factor:\n", "syntax_error", "line 1 is not valid Python"),
        ("def other(x):\n    return x\n", "no_function", "scaled_sum(x, factor)"),
        ("scaled_sum = 3\n", "no_function", "scaled_sum(x, factor)"),
        ("import reference.steps\n", "exception", "ModuleNotFoundError was raised on line 1"),
        ("def scaled_sum(x):\n    return x\n", "exception", "is called as scaled_sum(x, factor)"),
        ("async def scaled_sum(x, factor):\n    return x\n", "wrong_type", "write def, not async"),
    ],
)
def test_files_that_cannot_work_at_all(grade: Grade, source: str, verdict: str, words: str) -> None:
    report = grade(source)
    assert {test.verdict.value for test in report.tests} == {verdict}
    assert words in (report.tests[0].message or "")


def test_prints_are_kept_also_before_an_exception(grade: Grade) -> None:
    report = grade(function("print('ü', x.shape)\nraise ValueError('no')"))
    assert report.tests[0].stdout == f"ü {_shape(report.tests[0].stdout)}\n"
    assert report.tests[0].exception is not None
    assert [frame.line for frame in report.tests[0].exception.frames] == [6]


def _shape(stdout: str | None) -> str:
    return (stdout or "").removeprefix("ü ").strip()


def test_nothing_is_left_from_one_test_to_the_next(grade: Grade) -> None:
    report = grade(
        "import numpy as np\n\nseen = []\n\n\n"
        "def scaled_sum(x, factor):\n"
        "    seen.append(1)\n"
        "    np.sum = None\n"
        "    assert len(seen) == 1\n"
        f"    return {RIGHT}\n"
    )
    assert report.verdict is Verdict.ACCEPTED


def test_answers_by_heart_fail_the_tests_drawn_for_the_submission(
    grade: Grade, problem: Problem
) -> None:
    fixed = {
        test.name
        for test in problem.spec.tests
        if test.generate is None or test.generate.seed != "per_submission"
    }
    assert len(fixed) < len(problem.spec.tests)
    report = grade(function("return np.zeros(x.shape[0])"))
    assert report.verdict is Verdict.WRONG_VALUE


def test_the_report_names_what_computed_the_values(grade: Grade) -> None:
    report = grade(function(f"return {RIGHT}"))
    assert report.tier in ("namespaces", "flat", "noopen")
    assert report.runner.numpy.count(".") >= 2
    assert report.timing.total_ms > 0
    assert all(test.wall_ms for test in report.tests)
