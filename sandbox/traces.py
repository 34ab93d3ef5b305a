"""A trace as plain data in an answer, and read back from hostile bytes."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.arrays import DecodeError
from sandbox.protocol import Trace, TraceLimits, Value

MOST_SPANS = 1 << 16
MOST_CALLS = 1 << 16
MOST_STACKS = 1000
MOST_PARTS = 16
"""What a recorder keeps to, besides the limits of the run."""

_MOST_COLUMNS = 10**7
_MOST_DROPPED = 2**62
_FIELDS = {"spans", "calls", "records", "stacks", "dropped", "complete"}


def trace_fields(trace: Trace) -> dict[str, Any]:
    """What ``read_trace`` reads."""
    return {
        "spans": trace.spans,
        "calls": trace.calls,
        "records": trace.records,
        "stacks": list(trace.stacks),
        "dropped": trace.dropped,
        "complete": trace.complete,
    }


def read_trace(value: Value, limits: TraceLimits) -> Trace:
    """Raises ``DecodeError`` for all but a trace within ``limits`` whose every index is in range,
    and whose calls come after those they were made in.
    """
    if not isinstance(value, dict) or value.keys() != _FIELDS:
        raise DecodeError("something else where a trace belongs")
    stacks = _stacks(value["stacks"], limits.record_bytes)
    spans = _table(value["spans"], 4, MOST_SPANS)
    calls = _table(value["calls"], 2, MOST_CALLS)
    records = _table(value["records"], 5, limits.records)
    dropped, complete = value["dropped"], value["complete"]
    if type(dropped) is not int or not 0 <= dropped <= _MOST_DROPPED:
        raise DecodeError("an impossible count of dropped values")
    if type(complete) is not bool:
        raise DecodeError("a trace that is neither complete nor cut off")
    _within(spans, [1, 0, 1, 0], _MOST_COLUMNS)
    _within(calls, [-1, -1], np.stack([np.arange(len(calls)), _all(calls, spans)], axis=1))
    _check_records(records, spans, calls, stacks)
    return Trace(spans, calls, records, stacks, dropped, complete)


def _stacks(value: Value, most_bytes: int) -> tuple[np.ndarray, ...]:
    if not isinstance(value, list) or len(value) > MOST_STACKS:
        raise DecodeError("something else where stacks of values belong")
    stacks = tuple(stack for stack in value if isinstance(stack, np.ndarray) and stack.ndim)
    if len(stacks) != len(value) or sum(stack.nbytes for stack in stacks) > most_bytes:
        raise DecodeError("stacks of something else, or more than was asked for")
    return stacks


def _table(value: Value, columns: int, most: int) -> np.ndarray:
    if not isinstance(value, np.ndarray) or value.dtype != np.int64:
        raise DecodeError("something else where a table belongs")
    if value.ndim != 2 or value.shape[1] != columns or len(value) > most:
        raise DecodeError("a table of an impossible shape")
    return value


def _all(table: np.ndarray, others: np.ndarray) -> np.ndarray:
    """The number of ``others``, for each row of ``table``."""
    return np.full(len(table), len(others))


def _within(table: np.ndarray, least: list[int], below: np.ndarray | int) -> None:
    if np.any(table < least) or np.any(table >= below):
        raise DecodeError("a table that points to nothing")


def _check_records(
    records: np.ndarray, spans: np.ndarray, calls: np.ndarray, stacks: tuple[np.ndarray, ...]
) -> None:
    bounds = [len(spans), len(calls), MOST_PARTS, len(stacks)]
    _within(records[:, :4], [0, -1, -1, 0], np.array(bounds, np.int64))
    rows = np.array([len(stack) for stack in stacks], np.int64)
    _within(records[:, 4:], [0], rows[records[:, 3]].reshape(-1, 1))
