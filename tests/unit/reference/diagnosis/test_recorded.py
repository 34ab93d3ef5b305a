"""Which recorded values may be a step."""

from __future__ import annotations

import numpy as np
import pytest

from reference.diagnosis.recorded import Recorded
from tests.builders.traces import Tracing, X

Y = np.random.default_rng(4).standard_normal((2, 3, 4))
Z = np.random.default_rng(5).standard_normal((2, 3, 4))


def candidates(tracing, size=24, inputs=None):
    return Recorded(tracing.trace(), {size}, inputs or {}).by_size[size].candidates


def held(found, value):
    return [it for it in found if it.value.shape == value.shape and np.allclose(it.value, value)]


def test_a_whole_value_is_a_candidate_where_it_was_made():
    (found,) = held(candidates(Tracing().made(0.0, 2).made(X, 3)), X)
    assert (found.record, found.last, found.pieces) == (1, 1, 1)


def test_pieces_made_at_one_place_are_put_together():
    tracing = Tracing()
    for image in X:
        tracing.made(image, 3)
    (found,) = held(candidates(tracing), X)
    assert (found.record, found.last, found.pieces) == (0, 1, 2)


def test_pieces_of_pieces_are_put_together_in_the_order_they_were_made():
    tracing = Tracing()
    for image in X:
        for token in image:
            tracing.made(token, 3).made(token.sum(), 4)
    assert held(candidates(tracing), X.reshape(6, 4))


@pytest.mark.parametrize("turn", [1, 2])
def test_steps_that_take_turns_at_one_place_are_told_apart(turn):
    tracing = Tracing()
    for start in range(0, 2, turn):
        for whole in (X, Y, Z):
            for image in whole[start : start + turn]:
                tracing.made(image, 3)
    found = candidates(tracing)
    for whole in (X, Y, Z):
        assert held(found, whole)


def test_pieces_of_two_calls_of_one_helper_are_apart():
    tracing = Tracing()
    calls = tracing.called(7), tracing.called(8)
    for call, whole in zip(calls, (X, Y), strict=True):
        for image in whole:
            tracing.made(image, 3, call=call)
    found = candidates(tracing)
    assert held(found, X)
    assert held(found, Y)


def test_parts_of_an_unpacked_value_are_put_together_each_by_itself():
    tracing = Tracing()
    for one, other in zip(X, Y, strict=True):
        tracing.made(one, 3, part=0).made(other, 3, part=1)
    found = candidates(tracing)
    assert held(found, X)
    assert held(found, Y)


def test_an_argument_was_there_before():
    (found,) = candidates(Tracing(), inputs={"x": X, "factor": 2.0})
    assert (found.record, found.last) == (-1, -1)


@pytest.mark.parametrize(
    "value", [np.full((2, 3, 4), np.nan), np.full((2, 3, 4), np.inf), np.full((2, 3, 4), "a")]
)
def test_what_is_no_finite_number_is_no_candidate(value):
    assert candidates(Tracing().made(value, 3)) == []


def test_values_of_other_sizes_are_no_candidates():
    assert candidates(Tracing().made(X[0], 3)) == []


def test_where_a_helper_made_it_and_the_line_that_led_there_are_told():
    tracing = Tracing()
    outer = tracing.called(20)
    inner = tracing.called(30, parent=outer)
    seen = Recorded(tracing.made(X, 3, call=inner).trace(), {24}, {})
    own, entry = seen.told(*seen.place(0))
    assert (own, entry) == ([3, 0, 3, 10], [20, 0, 20, 10])
    assert len(seen.path(inner)) == 2


def test_in_the_entry_function_both_are_one():
    seen = Recorded(Tracing().made(X, 3).trace(), {24}, {})
    assert seen.told(*seen.place(0)) == ([3, 0, 3, 10], [3, 0, 3, 10])


def test_values_of_a_shape_are_found_whatever_sizes_steps_have():
    seen = Recorded(Tracing().made(X, 3).made(X[0], 4).trace(), set(), {})
    (found,) = seen.of_shape((3, 4))
    assert found.record == 1
    assert seen.shape(1) == (3, 4)
    assert seen.dtypes() == {"float64"}


def test_only_candidates_with_about_the_same_numbers_are_alike():
    seen = Recorded(Tracing().made(X, 3).made(Y, 4).made(X.T, 5).trace(), {24}, {})
    found = seen.by_size[24].like(X, 1e-9)
    assert [it.record for it in found] == [0, 2]


def test_an_empty_trace_holds_nothing():
    seen = Recorded(Tracing().trace(), {24}, {})
    assert seen.by_size[24].like(X, 1e-9) == []
