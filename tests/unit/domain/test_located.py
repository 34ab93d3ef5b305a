"""Lines that a source does not have are not reported."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.located import line_count, located
from sandbox.protocol import Frame, RaisedError, RunStatus

SOURCE = "a\nb\nc\n"


def lines(*numbers, status=RunStatus.EXCEPTION, source=SOURCE):
    error = RaisedError("E", "m", tuple(Frame(number, "f") for number in numbers))
    found = located(error, status, source)
    return [frame.line for frame in found.frames]


def test_frames_on_lines_that_do_not_exist_are_dropped():
    assert lines(0, 1, 4, 3, 999_999, 2) == [1, 3, 2]


def test_no_error_stays_none():
    assert located(None, RunStatus.OK, SOURCE) is None


@pytest.mark.parametrize("source", ["if x:\n", "x = (\n", "def f(:\n", "'''\n\n", "if x:"])
def test_a_syntax_error_is_always_on_a_line_of_the_file(source):
    with pytest.raises(SyntaxError) as raised:
        compile(source, "x.py", "exec")
    (line,) = lines(raised.value.lineno, status=RunStatus.SYNTAX_ERROR, source=source)
    assert line == min(raised.value.lineno, line_count(source))


def test_a_syntax_error_with_many_frames_says_one_line():
    assert lines(1, 2, 99, status=RunStatus.SYNTAX_ERROR) == [3]


@given(st.lists(st.sampled_from(["\n", "\r\n", "\r", "x", "\f", "\u2028", "é"])).map("".join))
def test_lines_are_counted_as_python_numbers_them(text):
    quoted = "'''" + text + "'''"
    line_of_end = quoted.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
    assert line_count(quoted) == line_of_end
    assert line_count(quoted + "\n") == line_of_end
