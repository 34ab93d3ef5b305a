"""One sentence about two shapes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.explain_shape import explain_shape


@pytest.mark.parametrize(
    ("got", "expected", "hint"),
    [
        ((2, 3, 4), (2, 4, 3), "the last two axes look swapped"),
        ((3, 2, 4), (2, 3, 4), "the first two axes look swapped"),
        ((5, 4, 3, 2, 6), (5, 2, 3, 4, 6), "axes 1 and 3 look swapped"),
        ((4, 3, 2), (2, 3, 4), "the axes look reversed"),
        ((3, 2), (2, 3), "the array looks transposed"),
        ((4, 2, 3), (2, 3, 4), "the axes look reordered"),
        ((3, 4), (2, 3, 4), "the first axis (B), of length 2, is missing"),
        ((2, 4), (2, 3, 4), "axis 1 (N), of length 3, is missing"),
        ((3, 4), (3, 3, 4), "an axis of length 3 is missing"),
        ((), (3,), "the only axis, of length 3, is missing"),
        ((2, 3, 4, 1), (2, 3, 4), "the last axis, of length 1, should not be there"),
        ((1, 2, 3, 4), (2, 3, 4), "the first axis, of length 1, should not be there"),
        ((3, 3, 4), (3, 4), "there is one axis of length 3 too many"),
        ((3, 1, 1), (3,), "only axes of length 1 differ"),
        ((6, 4), (2, 3, 4), "axes 0 and 1 look merged into one of length 6"),
        ((2, 12), (2, 3, 4), "axes 1 and 2 look merged into one of length 12"),
        ((2, 3, 2, 2), (2, 3, 4), "the last axis (D), of length 4, looks split into 2 and 2"),
        ((1, 3, 4), (2, 3, 4), "the first axis (B) has length 1, expected 2"),
        ((2, 5, 7), (2, 3, 4), "axis 1 (N) has length 5, expected 3; the last axis (D) has"),
        ((24,), (2, 3, 4), "the number of elements is right, but not their arrangement"),
        ((7,), (2, 3, 4), "there should be 3 axes, not 1"),
        ((5, 7), (3,), "there should be 1 axis, not 2"),
    ],
)
def test_the_likely_slip_is_named(got, expected, hint):
    symbols = ("B", "N", "D") if expected == (2, 3, 4) else ()
    said = explain_shape(got, expected, symbols)
    assert said.startswith(f"the shape is {got}, expected {expected}: {hint}")


SHAPES = st.lists(st.integers(0, 4), max_size=5).map(tuple)


@given(SHAPES, SHAPES)
def test_any_two_different_shapes_get_a_sentence(got, expected):
    if got != expected:
        said = explain_shape(got, expected)
        assert said.startswith(f"the shape is {got}, expected {expected}: ")
        assert not said.endswith(": ")


@given(st.lists(st.integers(2, 9), min_size=2, max_size=5, unique=True), st.data())
def test_two_swapped_axes_are_always_found(lengths, data):
    first, second = sorted(data.draw(st.permutations(range(len(lengths))))[:2])
    got = list(lengths)
    got[first], got[second] = got[second], got[first]
    said = explain_shape(tuple(got), tuple(lengths))
    assert any(word in said for word in ("look swapped", "look reversed", "looks transposed"))
