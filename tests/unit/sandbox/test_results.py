"""Answers are believed only where they are whole and consistent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox import frames
from sandbox.arrays import DecodeError
from sandbox.protocol import Frame, RaisedError, RunStatus
from sandbox.results import Answer, read_answer

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec="utf-8"), max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type_name", "shape", "value", "crossed", "type", "frames"]), inner
        )
    ),
    max_leaves=6,
)
ARRAY = {
    "type_name": "numpy.ndarray",
    "dtype": "float64",
    "shape": [3],
    "crossed": True,
    "value": np.zeros(3),
}


def read(**fields: Any) -> Answer:
    return read_answer(frames.pack(fields), ("x", "y"))


def test_an_exception() -> None:
    error = {"type": "E", "message": "a\x00b", "frames": [[3, "f", "s.py"]]}
    answer = read(status="exception", error=error)
    assert answer.error == RaisedError("E", "a\ufffdb", (Frame(3, "f", "s.py"),))
    assert answer.status is RunStatus.EXCEPTION
    assert answer.returned is None


def test_an_array() -> None:
    answer = read(status="ok", returned=ARRAY, inputs_modified=["y"])
    assert answer.returned is not None
    assert answer.returned.crossed
    assert answer.inputs_modified == ("y",)


@pytest.mark.parametrize(
    "change",
    [
        {"dtype": "float32"},
        {"dtype": None},
        {"shape": [4]},
        {"shape": None},
        {"shape": [-3]},
        {"shape": [True]},
        {"value": 1},
        {"crossed": False},
        {"type_name": 3},
        {"type_name": "x" * 201},
    ],
)
def test_an_array_that_is_not_as_described(change: dict[str, Any]) -> None:
    with pytest.raises(DecodeError):
        read(status="ok", returned=ARRAY | change)


ERROR = {"type": "E", "message": "m", "frames": []}


@pytest.mark.parametrize("status", ["exception", "syntax_error", "memory_limit"])
def test_what_may_come_with_an_error(status: str) -> None:
    assert read(status=status, error=ERROR).error == RaisedError("E", "m")
    with pytest.raises(DecodeError, match="do not belong"):
        read(status=status, error=ERROR, returned=ARRAY)


@pytest.mark.parametrize(
    "fields",
    [{"status": "ok", "returned": ARRAY}, {"status": "no_function"}, {"status": "result_limit"}],
    ids=lambda fields: fields["status"],
)
def test_an_error_that_does_not_belong_to_the_status(fields: dict[str, Any]) -> None:
    assert read(**fields).error is None
    with pytest.raises(DecodeError, match="do not belong"):
        read(**fields, error=ERROR)


@pytest.mark.parametrize(
    "names", [["x", "y", "x"], [1], "xy", {"x": 1}], ids=["many", "number", "text", "mapping"]
)
def test_names_that_are_none(names: Any) -> None:
    with pytest.raises(DecodeError):
        read(status="ok", returned=ARRAY, inputs_modified=names)


def test_names_of_no_argument_are_dropped() -> None:
    assert read(status="ok", returned=ARRAY, inputs_modified=["z"]).inputs_modified == ()


@given(st.dictionaries(st.sampled_from(["status", "returned", "error", "inputs_modified"]), JSON))
def test_whatever_a_child_says_is_an_answer_or_refused(fields: dict[str, Any]) -> None:
    for status in ("ok", "exception", fields.get("status")):
        try:
            answer = read(**{**fields, "status": status})
        except DecodeError:
            continue
        assert answer.status in RunStatus
