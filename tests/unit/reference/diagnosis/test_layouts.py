"""How one array may hold another's numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.diagnosis.layouts import layouts, pairs_of

LENGTHS = (2, 3, 4, 5)
PAIRS = pairs_of(LENGTHS)
shapes = st.lists(st.sampled_from((1, 2, 3, 4)), max_size=4).map(tuple)


def numbered(shape):
    return np.arange(float(math.prod(shape))).reshape(shape)


@st.composite
def rewritten(draw):
    """A shape, and the shape that it has with axes moved, and neighbours merged."""
    own = draw(shapes)
    moved = [own[axis] for axis in draw(st.permutations(range(len(own))))]
    other = []
    for length in moved:
        if other and draw(st.booleans()):
            other[-1] *= length
        else:
            other.append(length)
    return own, tuple(other)


@given(rewritten())
def test_what_is_written_is_read_back(case):
    own, other = case
    array = numbered(own)
    for layout in layouts(own, other, PAIRS):
        written = layout.write(array)
        assert written.shape == other
        np.testing.assert_array_equal(layout.read(written), array)


@given(st.data())
def test_axes_in_another_order_or_merged_are_found(data):
    own = data.draw(st.lists(st.sampled_from((1, 2, 3, 5)), max_size=3).map(tuple))
    order = data.draw(st.permutations(range(len(own))))
    array = numbered(own)
    moved = array.transpose(order)
    cut = data.draw(st.integers(0, len(own)))
    merged = moved.reshape(*moved.shape[:cut], math.prod(moved.shape[cut:]))
    for held in (moved, merged):
        found = layouts(own, held.shape, PAIRS)
        assert any(np.array_equal(layout.write(array), held) for layout in found)


@given(rewritten())
def test_no_two_layouts_move_the_numbers_alike(case):
    own, other = case
    written = [layout.write(numbered(own)).tobytes() for layout in layouts(own, other, PAIRS)]
    assert len(set(written)) == len(written)


@pytest.mark.parametrize(
    ("own", "other", "held"),
    [
        ((2, 12), (2, 3, 4), numbered((2, 12)).reshape(2, 3, 4)),
        ((2, 12), (3, 2, 4), numbered((2, 12)).reshape(2, 3, 4).swapaxes(0, 1)),
        ((2, 3, 4), (6, 4), numbered((2, 3, 4)).reshape(6, 4)),
        ((2, 3), (2, 1, 3, 1), numbered((2, 3)).reshape(2, 1, 3, 1)),
        ((2, 1, 3), (3, 2), numbered((2, 3)).T),
        ((), (1, 1), numbered((1, 1))),
        ((1,), (), numbered(())),
    ],
)
def test_an_axis_may_be_split_dropped_and_added(own, other, held):
    array = numbered(own)
    assert any(np.array_equal(layout.write(array), held) for layout in layouts(own, other, PAIRS))


@pytest.mark.parametrize(
    ("own", "held"),
    [
        ((2, 3), numbered((2, 3)).reshape(3, 2)),
        ((2, 3, 4), numbered((2, 3, 4)).reshape(2, 4, 3)),
        ((3, 4), numbered((3, 4))[::-1]),
        ((2, 12), numbered((2, 12)).reshape(3, 2, 4)),
    ],
)
def test_a_wrong_reshape_is_no_layout(own, held):
    array = numbered(own)
    ways = layouts(own, held.shape, PAIRS)
    assert not any(np.array_equal(layout.write(array), held) for layout in ways)


def test_an_axis_is_split_only_as_the_dimensions_are():
    assert not layouts((14,), (2, 7), PAIRS)
    assert layouts((12,), (4, 3), PAIRS)


def test_arrays_of_another_size_are_in_no_layout():
    assert layouts((2, 3), (7,), PAIRS) == ()


def test_the_plainest_layout_is_first():
    first, *others = layouts((2, 2, 2), (2, 2, 2), PAIRS)
    assert first.keeps_order
    assert others


def test_shapes_of_many_equal_lengths_have_a_bounded_number_of_layouts():
    assert 1 < len(layouts((2,) * 7, (2,) * 7, PAIRS)) <= 48


def test_a_pair_is_of_two_dimensions_longer_than_one():
    assert pairs_of((1, 2, 3)) == {(2, 3), (3, 2)}
    assert pairs_of((2, 2)) == {(2, 2)}
