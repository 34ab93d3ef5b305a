"""Bytes become text, or a fault at the line where they cannot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.library.faults import Findings
from app.library.yaml_text import MAX_BYTES, Unreadable, decoded, note_at


def findings() -> Findings:
    return Findings("problem.yaml", {(): (1, 1)})


@given(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\t\ufeff")))
def test_text_without_tabs_is_left_as_it_is(text: str) -> None:
    assert decoded(text.encode(), findings()) == text


@pytest.mark.parametrize(
    ("content", "line", "word"),
    [
        (b"a\nb\n\xe9\n", 3, "UTF-8"),
        (b"a:\n  \tb: 1\n", 2, "tab"),
        (b"#" * (MAX_BYTES + 1), 1, "bytes"),
    ],
)
def test_refused_bytes(content: bytes, line: int, word: str) -> None:
    found = findings()
    with pytest.raises(Unreadable):
        decoded(content, found)
    (fault,) = found.faults
    assert fault.line == line
    assert word in fault.message
    assert fault.advice


def test_a_tab_within_a_line_is_text() -> None:
    assert decoded(b"a: b\tc\n", findings()) == "a: b\tc\n"


def test_a_fault_at_a_line_of_its_own() -> None:
    found = findings()
    note_at(found, 7, "wrong", "right it", ("a", 0))
    assert (found.faults[0].line, found.faults[0].key) == (7, "a[0]")
