"""Which sources can be graded at all."""

from __future__ import annotations

import pytest

from app.domain.source import SOURCE_BYTES, SourceRefused, check_source


@pytest.mark.parametrize("source", ["x = 1\n", "ü" * (SOURCE_BYTES // 2), "def f(:"])
def test_any_text_of_bounded_size_is_taken(source):
    check_source(source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("ü" * (SOURCE_BYTES // 2) + "x", "has 262145 bytes; at most 262144"),
        ("", "code is empty"),
        (" \n\t\n", "code is empty"),
        ("a\n\nb\0", "NUL character in line 3"),
        ("ab\ud800", "character 3 is half of a surrogate pair"),
    ],
)
def test_what_is_too_large_or_no_text_is_refused_with_advice(source, message):
    with pytest.raises(SourceRefused, match=message) as caught:
        check_source(source)
    assert caught.value.advice
