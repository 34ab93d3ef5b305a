"""Expressions cut out of a source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.excerpt import TAB, MarkedLine, excerpt, source_lines
from app.domain.visible import harmless
from tests.builders.diagnoses import UNSCALED, divergence, unplaced


def test_an_expression_is_cut_out_of_its_line() -> None:
    assert excerpt(UNSCALED, divergence(), 4) == (MarkedLine(3, "return ", "np.copy(rows)", ""),)


def test_lines_keep_their_indentation_among_each_other() -> None:
    source = "    y = f(a,\n          b)\n    done\n"
    at = divergence(line=1, column=8, end_line=2, end_column=12)
    assert excerpt(source, at, 4) == (
        MarkedLine(1, "y = ", "f(a,", ""),
        MarkedLine(2, "      ", "b)", ""),
    )
    assert excerpt(source, at, 1) == (MarkedLine(1, "y = ", "f(a,", ""),)


def test_tabs_are_spaces_and_what_would_steer_is_shown() -> None:
    at = divergence(line=1, column=1, end_line=1, end_column=4)
    assert excerpt("\ta\x1b\tb # c", at, 1) == (MarkedLine(1, "", f"a\\x1b{TAB}", "b # c"),)


@pytest.mark.parametrize("at", [unplaced(), divergence(line=4, end_line=5), divergence(line=0)])
def test_a_place_that_the_source_does_not_have_gives_nothing(at) -> None:
    assert excerpt("a\nb\nc", at, 4) == ()


def test_lines_are_counted_as_python_counts_them() -> None:
    assert source_lines("a\r\nb\rc\x0cd\u2028e\n") == ["a", "b", "c\x0cd\u2028e", ""]


@given(
    st.text(alphabet="ab \t(\n\x1b", max_size=60),
    st.tuples(*[st.integers(0, 12)] * 4),
    st.integers(1, 3),
)
def test_the_parts_are_the_lines_whatever_the_place(source, place, most) -> None:
    line, column, end_line, end_column = place
    at = divergence(line=line, column=column, end_line=end_line, end_column=end_column)
    shown = excerpt(source, at, most)
    assert len(shown) <= most
    for part in shown:
        whole = part.before + part.marked + part.after
        line_of_source = source_lines(source)[part.number - 1]
        assert whole.strip() == harmless(line_of_source.replace("\t", TAB)).strip()
