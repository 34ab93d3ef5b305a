"""What must hold of any bytes that the trusted side reads; each check fails by an exception."""

from __future__ import annotations

import struct
from contextlib import suppress
from typing import Any

import numpy as np

from sandbox import frames
from sandbox.arrays import MAX_DEPTH, DecodeError, decode, encode
from sandbox.describe import MAX_FRAMES, MAX_MESSAGE, MAX_NAME, MAX_SHAPE
from sandbox.protocol import RaisedError, Returned, RunStatus
from sandbox.results import Answer, read_answer

ARGUMENT_NAMES = ("x", "y", "weights")

_SAID = {"ok", "exception", "syntax_error", "no_function", "memory_limit", "result_limit"}
_PLAIN = (type(None), bool, int, float, str)


def check_bytes(data: bytes) -> None:
    """As a value, a frame, the body of a frame, and a child's report that it is locked in."""
    valid = check_value(data)
    framed = struct.pack("<Q", len(data)) + data
    assert check_frame(framed) == valid
    check_frame(data)
    answered = check_answer(framed)
    assert valid or not answered
    check_answer(data)
    check_report(data)


def check_value(data: bytes) -> bool:
    """A value, whose only encoding ``data`` is (True), or refused (False)."""
    try:
        value = decode(data)
    except DecodeError:
        return False
    _check_plain(value, MAX_DEPTH)
    assert encode(value) == data, "two encodings of one value"
    return True


def check_frame(data: bytes) -> bool:
    """The same for a frame, which says beforehand how long it will be."""
    announced = frames.announced_bytes(data)
    assert (announced is None) == (len(data) < frames.HEADER_BYTES)
    try:
        value = frames.unpack(data)
    except DecodeError:
        return False
    assert announced == len(data)
    assert frames.pack(value) == data, "two frames of one value"
    return True


def check_answer(data: bytes) -> bool:
    """An answer within all bounds (True), or refused (False)."""
    try:
        answer = read_answer(data, ARGUMENT_NAMES)
    except DecodeError:
        return False
    _check_answer(answer)
    return True


def check_report(data: bytes) -> None:
    """Locked in, in one way of saying it, or not."""
    with suppress(frames.NotLocked):
        frames.check_locked(data)
        assert data == b"L"


def _check_plain(value: Any, depth: int) -> None:
    assert depth >= 0
    if type(value) is list:
        for item in value:
            _check_plain(item, depth - 1)
    elif type(value) is dict:
        assert all(type(key) is str for key in value)
        for item in value.values():
            _check_plain(item, depth - 1)
    elif type(value) is np.ndarray:
        assert value.dtype.kind in "biufc"
        assert value.flags.c_contiguous
        assert value.flags.writeable
        assert value.flags.owndata
    else:
        assert type(value) in _PLAIN


def _check_answer(answer: Answer) -> None:
    assert isinstance(answer.status, RunStatus)
    assert answer.status.value in _SAID
    assert set(answer.inputs_modified) <= set(ARGUMENT_NAMES)
    assert (answer.returned is not None) == (answer.status is RunStatus.OK)
    if answer.returned is not None:
        _check_returned(answer.returned)
    if answer.error is not None:
        _check_error(answer.error)


def _check_returned(returned: Returned) -> None:
    _check_text(returned.type_name, MAX_NAME)
    _check_text(returned.dtype or "", MAX_NAME)
    assert returned.shape is None or len(returned.shape) <= MAX_SHAPE
    assert returned.crossed or returned.value is None
    if isinstance(returned.value, np.ndarray):
        assert returned.shape == returned.value.shape


def _check_error(error: RaisedError) -> None:
    _check_text(error.type, MAX_NAME)
    _check_text(error.message, MAX_MESSAGE)
    assert len(error.frames) <= MAX_FRAMES
    for frame in error.frames:
        assert frame.line >= 0
        _check_text(frame.function, MAX_NAME)
        _check_text(frame.filename, MAX_NAME)


def _check_text(text: str, most: int) -> None:
    assert len(text) <= most
    assert "\0" not in text
