"""Text of strangers, made visible."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.visible import harmless, one_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain ü 数 ✓", "plain ü 数 ✓"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("\x1b[2J\x1b]0;title\x07", r"\x1b[2J\x1b]0;title\x07"),
        ("\x9b2J", r"\x9b2J"),
        ("wrong\raccepted", r"wrong\x0daccepted"),
        ("abc\x08\x08\x7f", r"abc\x08\x08\x7f"),
        ("\u202eevil\u2066", r"\u202eevil\u2066"),
        ("a\u200bb\ufeff", r"a\u200bb\ufeff"),
        ("\ud800", r"\ud800"),
        ("line\u2028line\x85line", r"line\u2028line\x85line"),
        ("\U000e0041", r"\U000e0041"),
        ("\ufffe\uffff\ufdd0\U0001ffff", r"\ufffe\uffff\ufdd0\U0001ffff"),
        ("\ufffd\ufdf0", "\ufffd\ufdf0"),
    ],
)
def test_what_could_steer_a_terminal_is_shown_instead(text, shown):
    assert harmless(text) == shown


@given(st.text(st.characters()))
def test_no_control_or_format_character_is_left(text):
    for sign in harmless(text):
        assert sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


@given(st.text(st.characters()))
def test_one_line_is_one_line(text):
    assert len(one_line(text).splitlines()) <= 1
