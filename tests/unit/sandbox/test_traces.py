"""A trace is believed only where every index points to something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sandbox import frames
from sandbox.arrays import DecodeError
from sandbox.protocol import RunStatus, Trace, TraceLimits
from sandbox.results import Answer, read_answer
from sandbox.traces import read_trace, trace_fields

LIMITS = TraceLimits(records=3, record_bytes=1000)


def table(*rows: tuple[int, ...]) -> np.ndarray:
    return np.array(rows, np.int64)


GOOD = Trace(
    spans=table((1, 0, 1, 5), (2, 4, 3, 1)),
    calls=table((-1, -1), (0, 1)),
    records=table((0, -1, -1, 0, 1), (1, 1, 15, 1, 0)),
    stacks=(np.zeros((2, 3)), np.ones(1, bool)),
    dropped=4,
)


def read(trace: Trace, **other: Any) -> Trace:
    return read_trace({**trace_fields(trace), **other}, LIMITS)


def test_a_good_one_comes_through() -> None:
    got = read(GOOD)
    assert np.array_equal(got.records, GOOD.records)
    assert np.array_equal(got.calls, GOOD.calls)
    assert [stack.shape for stack in got.stacks] == [(2, 3), (1,)]
    assert (got.dropped, got.complete) == (4, True)


def test_an_empty_one_comes_through() -> None:
    empty = Trace(np.zeros((0, 4), int), np.zeros((0, 2), int), np.zeros((0, 5), int), ())
    assert len(read(empty).records) == 0


@pytest.mark.parametrize(
    "change",
    [
        {"spans": table((0, 0, 1, 5), (2, 4, 3, 1))},
        {"spans": table((1, -1, 1, 5), (2, 4, 3, 1))},
        {"spans": table((1, 0, 1, 10**8), (2, 4, 3, 1))},
        {"spans": table((1, 0, 1), (2, 4, 3))},
        {"spans": table((1, 0, 1, 5))},
        {"calls": table((0, -1), (0, 1))},
        {"calls": table((-1, -1), (1, 1))},
        {"calls": table((-1, -1), (-2, 1))},
        {"calls": table((-1, -1), (0, 2))},
        {"calls": table((-1, -1))},
        {"calls": np.zeros((1 << 16) + 1)},
        {"records": table((2, -1, -1, 0, 1))},
        {"records": table((-1, -1, -1, 0, 1))},
        {"records": table((0, 2, -1, 0, 1))},
        {"records": table((0, -1, 16, 0, 1))},
        {"records": table((0, -1, -2, 0, 1))},
        {"records": table((0, -1, -1, 2, 0))},
        {"records": table((0, -1, -1, -1, 0))},
        {"records": table((0, -1, -1, 0, 2))},
        {"records": table((0, -1, -1, 0, -1))},
        {"records": table(*[(0, -1, -1, 0, 0)] * 4)},
        {"records": GOOD.records.astype(np.int32)},
        {"records": GOOD.records.astype(np.float64)},
        {"records": GOOD.records.ravel()},
        {"records": GOOD.records.tolist()},
        {"stacks": (np.zeros((2, 3)),)},
        {"stacks": (np.zeros((2, 300)), np.ones(1))},
        {"stacks": (np.zeros(()), np.ones(1))},
        {"stacks": (np.zeros((2, 3)), 1.0)},
        {"dropped": -1},
        {"dropped": True},
        {"complete": 1},
    ],
)
def test_any_other_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(DecodeError):
        read(replace(GOOD, **change))


@pytest.mark.parametrize("value", [None, [], {}, {"spans": GOOD.spans}, 3])
def test_something_else_is_refused(value: Any) -> None:
    with pytest.raises(DecodeError):
        read_trace(value, LIMITS)


def test_a_field_too_many_is_refused() -> None:
    with pytest.raises(DecodeError):
        read(GOOD, more=1)


def answer(asked: TraceLimits | None, status: str = "no_function", **change: Any) -> Answer:
    fields = {"status": status, "trace": trace_fields(replace(GOOD, **change))}
    return read_answer(frames.pack(fields), (), asked)


def test_it_comes_with_an_answer_when_it_was_asked_for() -> None:
    assert answer(LIMITS).trace is not None
    with pytest.raises(DecodeError):
        answer(None)


def test_a_run_that_is_cut_off_has_a_trace_that_is() -> None:
    cut_off = answer(LIMITS, "unfinished", complete=False)
    assert cut_off.status is RunStatus.UNFINISHED
    with pytest.raises(DecodeError):
        answer(LIMITS, "unfinished", complete=True)
    with pytest.raises(DecodeError):
        answer(LIMITS, complete=False)
    with pytest.raises(DecodeError):
        read_answer(frames.pack({"status": "unfinished"}), (), LIMITS)
    with pytest.raises(DecodeError):
        answer(None, "unfinished", complete=False)
