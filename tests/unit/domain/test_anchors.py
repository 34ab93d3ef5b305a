"""Headings and their anchors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.anchors import anchor, anchors


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Layer normalisation", "layer-normalisation"),
        ("Why $\\sqrt{d_h}$?", "why-sqrt-d-h"),
        ("  Pre-norm, post-norm  ", "pre-norm-post-norm"),
        ("Naïve café", "naive-cafe"),
        ("…", ""),
    ],
)
def test_anchor(title: str, expected: str) -> None:
    assert anchor(title) == expected


def test_headings_in_order_but_not_in_code() -> None:
    text = "# One\n\ntext # no\n```python\n# comment\n```\n## Two ##\n"
    text += "~~~~\n# x\n~~~\n# y\n~~~~\n### 3\n"
    assert anchors(text) == ("one", "two", "3")


def test_what_is_no_heading() -> None:
    assert anchors("#tag\n####### seven\n    # code\n") == ()


@given(st.text())
def test_an_anchor_is_a_slug_and_its_own_anchor(title: str) -> None:
    found = anchor(title)
    assert found == "" or re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", found)
    assert anchor(found) == found
