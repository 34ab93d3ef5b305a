"""What both places that keep expected values promise."""

from __future__ import annotations

import numpy as np
import pytest

from app.store.expected_values import FileExpectedStore, MemoryExpectedStore

KEY, OTHER = "a" * 64, "b" * 64


@pytest.fixture(params=["file", "memory"])
def make(request, tmp_path):
    if request.param == "memory":
        return MemoryExpectedStore
    return lambda *args: FileExpectedStore(tmp_path / "cache" / "expected", *args)


@pytest.mark.parametrize(
    "value",
    [
        np.linspace(0, 1, 6).reshape(2, 3),
        np.array(2.5),
        np.array([1, 2], np.int32),
        np.array([np.nan, -np.inf, -0.0]),
        {"q": np.ones((2, 0)), "more": {"error": "no"}},
        {"steps": [{"id": "q", "inputs": ["x"]}], "n": 3},
    ],
)
def test_a_value_comes_back_as_it_was_put(make, value):
    store = make()
    store.put(KEY, value)
    np.testing.assert_equal(store.get(KEY), value)


def test_what_was_not_put_is_a_miss(make):
    store = make()
    assert store.get(KEY) is None
    store.put(KEY, np.ones(1))
    assert store.get(OTHER) is None


def test_the_last_value_counts(make):
    store = make()
    store.put(KEY, np.zeros(1))
    store.put(KEY, np.ones(1))
    assert store.get(KEY).tolist() == [1]


def test_nobody_can_change_what_is_kept(make):
    store = make()
    value = np.zeros(2)
    store.put(KEY, value)
    value[:] = 1
    store.get(KEY)[:] = 2
    assert store.get(KEY).tolist() == [0, 0]


def test_the_oldest_are_dropped_when_there_is_too_much(make):
    store = make(3000)
    for digit in "0123456789":
        store.put(digit * 64, np.zeros(100))
    kept = [digit for digit in "0123456789" if store.get(digit * 64) is not None]
    assert kept == ["7", "8", "9"]


def test_a_value_larger_than_all_the_room_pushes_nothing_out(make):
    store = make(3000)
    store.put(KEY, np.zeros(100))
    store.put(OTHER, np.zeros(10_000))
    assert store.get(OTHER) is None
    assert store.get(KEY) is not None


def test_what_cannot_be_encoded_is_not_kept(make):
    store = make()
    store.put(KEY, {"a": object()})
    assert store.get(KEY) is None


def test_a_key_is_a_digest(make):
    for key in ("", "../../etc/passwd", "A" * 64):
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            make().put(key, np.ones(1))
        with pytest.raises(ValueError, match="64 hexadecimal digits"):
            make().get(key)
