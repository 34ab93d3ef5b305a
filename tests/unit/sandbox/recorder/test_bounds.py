"""However much is computed, what is recorded stays small."""

from __future__ import annotations

import tracemalloc
from itertools import count
from typing import Any

import numpy as np
import pytest

from sandbox.protocol import Trace, TraceLimits
from sandbox.recorder import Recording, bounds, instrument
from sandbox.recorder.bounds import is_kept
from sandbox.traces import MOST_CALLS, MOST_STACKS


def record(source: str, *arguments: Any, **limits: Any) -> Trace:
    recording = Recording(instrument(source, "s.py"), TraceLimits(**limits))
    space: dict[str, Any] = {"np": np}
    exec(recording.code, space)
    space["f"](*arguments)
    return recording.trace()


def test_a_long_loop_is_thinned_and_seen_to_its_end() -> None:
    got = record("def f(x):\n    for i in range(20_000): x = x + 1\n", np.zeros(1))
    kept = [row[0] for row in got.stacks[0].tolist()]
    first = bounds.ARRAYS_PER_SPAN
    assert kept[:first] == list(range(1, first + 1))
    assert kept[first:] == [8192, 16384]
    assert got.dropped == 20_000 - len(kept)


@pytest.mark.parametrize("most", [1, 3, 4, 100])
def test_which_are_kept(most: int) -> None:
    kept = [number for number in range(300) if is_kept(number, most)]
    assert kept[:most] == list(range(most))
    assert [number + 1 for number in kept[most:]] == [2**n for n in range(9) if 2**n > most]


def test_so_many_records() -> None:
    got = record("def f(x):\n    for i in range(99): x = x + 1\n", np.zeros(1), records=10)
    assert len(got.records) == 10
    assert got.dropped == 89


def test_so_many_bytes() -> None:
    source = "def f(x):\n    for i in range(9): x = x + 1\n    return x[:1] + 100\n"
    got = record(source, np.zeros(100), record_bytes=3000)
    assert sum(stack.nbytes for stack in got.stacks) <= 3000
    assert [stack.shape for stack in got.stacks] == [(3, 100), (2, 1)]
    assert got.dropped == 6


def test_numbers_leave_room_for_arrays() -> None:
    source = (
        "def f(x):\n    for i in range(50): y = i * 0.5\n"
        "    for i in range(50): x = x + 1\n    return x\n"
    )
    got = record(source, np.zeros(3), records=40)
    kept = dict(zip((stack.shape[1:] for stack in got.stacks), map(len, got.stacks), strict=True))
    assert kept == {(): 24, (3,): 16}


def test_a_large_array_is_not_copied() -> None:
    size = bounds.ARRAY_BYTES
    source = "def f(x):\n    y = x + 1\n    y[3] = 5\n    y += 1\n    return y[:2] * 1\n"
    x = np.zeros(size + 1, np.uint8)
    tracemalloc.start()
    got = record(source, x, record_bytes=10 * size)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1.5 * size
    assert got.dropped >= 2
    assert {stack.shape[1:] for stack in got.stacks if stack.size} == {(2,)}


def test_long_lists_are_not_converted() -> None:
    got = record("def f(x): return list(x), [x.tolist()] * 2\n", np.zeros(10**5))
    assert [stack.shape for stack in got.stacks] == []


def test_many_shapes() -> None:
    got = record(f"def f(x):\n    for i in range({MOST_STACKS + 50}): x[: i + 1]\n", np.zeros(2000))
    assert len(got.stacks) == MOST_STACKS
    assert got.dropped == 50


def test_many_calls() -> None:
    source = "def g(x): return x + 1\ndef f(x):\n    for i in range(70_000): g(x)\n"
    got = record(source, np.zeros(1))
    assert len(got.calls) <= bounds.ARRAYS_PER_SPAN + 10 < MOST_CALLS


def test_many_nested_calls() -> None:
    """Each value is made in a chain of calls of its own."""
    source = (
        "def down(x, n): return down(x, n - 1) if n else x + 1\n"
        "def f(x):\n    for i in range(200): down(x, 400)\n"
    )
    got = record(source, np.zeros(1))
    assert len(got.calls) <= MOST_CALLS
    assert (got.calls[:, 0] < np.arange(len(got.calls))).all()
    assert got.records[:, 1].max() < len(got.calls)


def test_the_time_is_up_once_whatever_is_caught() -> None:
    ended = count()

    def on_time() -> None:
        next(ended)
        raise TimeoutError

    source = (
        "def f():\n    n = 0\n    while n < 300_000:\n        try:\n"
        "            while n < 300_000:\n                n += 1\n"
        "        except TimeoutError: pass\n    return n\n"
    )
    recording = Recording(instrument(source, "s.py"), TraceLimits(cpu_seconds=0.001), on_time)
    space: dict[str, Any] = {}
    exec(recording.code, space)
    assert space["f"]() == 300_000
    assert next(ended) == 1


def test_no_value_is_kept_alive_by_its_record() -> None:
    source = (
        "import weakref\ndef f(x):\n    y = x + 1\n    y[0] = 2\n    for i in range(2): y[i] = i\n"
        "    np.copyto(y, 3)\n"
        "    r = weakref.ref(y)\n    del y\n    assert r() is None\n"
    )
    assert len(record(source, np.zeros(2)).records) == 4
