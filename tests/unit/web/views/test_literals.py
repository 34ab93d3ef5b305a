"""Literal arguments as Python."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from app.web.views.literals import WIDTH, assignment, python_literal

NUMBERS = st.integers(-99, 99) | st.floats(-9, 9).map(lambda x: round(x, 6))
NESTED = st.recursive(NUMBERS, lambda inner: st.lists(inner, max_size=7), max_leaves=60)


@given(NESTED)
def test_it_reads_back_the_same(value: object) -> None:
    assert ast.literal_eval(python_literal(value)) == value
    assert ast.literal_eval(assignment("x", value).removeprefix("x = ")) == value


def test_short_on_one_line_long_on_many() -> None:
    assert assignment("x", [[1, 0], [0, 1]]) == "x = [[1, 0], [0, 1]]"
    rows = [[0.123456] * 3 for _ in range(2)]
    assert assignment("x", rows) == (
        "x = [[0.123456, 0.123456, 0.123456],\n     [0.123456, 0.123456, 0.123456]]"
    )
    wrapped = python_literal([0.123456] * 9).splitlines()
    assert len(wrapped) > 1
    assert max(map(len, wrapped)) <= WIDTH + 2
