"""Expected values in files: whatever happens to them, the worst is a miss."""

from __future__ import annotations

import hashlib
import threading

import numpy as np
import pytest

from app.store.expected_values import FileExpectedStore
from sandbox.arrays import encode

KEY = "a" * 64


@pytest.fixture
def store(tmp_path):
    store = FileExpectedStore(tmp_path)
    store.put(KEY, np.arange(5.0))
    return store


@pytest.fixture
def file(store, tmp_path):
    (path,) = tmp_path.iterdir()
    return path


def test_every_flipped_byte_is_a_miss(store, file):
    good = file.read_bytes()
    for place in range(len(good)):
        bad = bytearray(good)
        bad[place] ^= 0x40
        file.write_bytes(bytes(bad))
        assert store.get(KEY) is None


def test_every_cut_is_a_miss(store, file):
    good = file.read_bytes()
    for length in range(len(good)):
        file.write_bytes(good[:length])
        assert store.get(KEY) is None


def test_a_true_digest_over_what_is_no_value_is_a_miss(store, file):
    encoded = encode(1.0) + b"more"
    file.write_bytes(hashlib.sha256(encoded).digest() + encoded)
    assert store.get(KEY) is None


def test_a_bad_file_is_replaced(store, file):
    file.write_bytes(b"")
    store.put(KEY, np.ones(1))
    assert store.get(KEY).tolist() == [1]


def test_a_folder_that_cannot_be_made_costs_only_the_cache(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = FileExpectedStore(tmp_path / "file" / "cache")
    store.put(KEY, np.ones(1))
    assert store.get(KEY) is None


def test_another_store_over_the_folder_sees_the_values(store, tmp_path):
    assert FileExpectedStore(tmp_path).get(KEY).tolist() == [0, 1, 2, 3, 4]


def test_what_a_killed_writer_left_behind_is_dropped_in_its_turn(tmp_path):
    left = tmp_path / "left.part"
    left.write_bytes(b"x" * 900)
    store = FileExpectedStore(tmp_path, 1000)
    store.put(KEY, np.zeros(100))
    assert not left.exists()
    assert store.get(KEY) is not None


def test_threads_writing_one_key_leave_one_whole_value(tmp_path):
    store = FileExpectedStore(tmp_path)
    threads = [
        threading.Thread(target=store.put, args=(KEY, np.full(1000, float(n)))) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(store.get(KEY).tolist())) == 1
    assert len(list(tmp_path.iterdir())) == 1
