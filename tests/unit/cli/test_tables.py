"""Plain-text tables."""

from __future__ import annotations

from app.cli.tables import table


def test_columns_are_as_wide_as_they_need():
    assert table(("name", "n"), [("a", "1"), ("longer", "22")], right=(1,)) == [
        "name     n",
        "a        1",
        "longer  22",
    ]


def test_no_line_ends_in_blanks():
    assert table(("a", "bb"), [("ccc", "")]) == ["a    bb", "ccc"]


def test_wide_letters_take_two_columns_and_marks_none():
    lines = table(("a", "b"), [("数", "x"), ("e\u0301", "x"), ("ab", "x")])
    assert lines == ["a   b", "数  x", "e\u0301   x", "ab  x"]


def test_a_table_without_rows_is_its_head():
    assert table(("a", "b"), []) == ["a  b"]
