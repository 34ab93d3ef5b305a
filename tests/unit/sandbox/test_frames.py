"""Frames: one whole answer or none."""

from __future__ import annotations

import sys
from types import FrameType

import numpy as np
import pytest

from sandbox import frames
from sandbox.arrays import DecodeError, EncodeError, encode
from sandbox.protocol import Limits, Module, RunRequest


def test_a_job_comes_back_as_it_was() -> None:
    request = RunRequest(
        modules=(Module("a", "x = 1", "a.py"), Module("b", "é", "b.py")),
        function="f",
        arguments={"y": [1, None], "x": 2.5},
        limits=Limits(result_bytes=123),
        seed=2**80,
    )
    packed = b"".join(frames.pack_job(request))
    assert frames.announced_bytes(packed) == len(packed)
    job = frames.unpack_job(packed[frames.HEADER_BYTES :])
    assert job.request == request
    assert list(job.request.arguments) == list(job.places) == ["y", "x"]
    place = job.places["x"]
    assert job.body[place.start : place.stop] == encode(2.5)


def test_arguments_that_cannot_cross() -> None:
    with pytest.raises(EncodeError):
        frames.pack_job(RunRequest((), "f", {"x": np.array([object()])}))


@pytest.mark.parametrize(
    "change",
    [lambda d: d[:-1], lambda d: d + b"x", lambda d: d[:5], lambda d: d * 2, lambda d: b""],
)
def test_a_frame_must_be_whole(change: object) -> None:
    assert callable(change)
    with pytest.raises(DecodeError):
        frames.unpack(change(frames.pack({"status": "ok"})))


def test_bytes_full_of_empty_frames_are_refused_in_a_few_steps() -> None:
    """Zeros are one empty frame for each eight bytes."""
    zeros, calls = bytes(4 << 20), 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        with pytest.raises(DecodeError, match="not one whole frame"):
            frames.unpack(zeros)
    finally:
        sys.setprofile(before)
    assert 0 < calls < 1000


def test_a_frame_announces_its_length_as_soon_as_it_can() -> None:
    frame = frames.pack([1, 2, 3])
    assert [frames.announced_bytes(frame[:n]) for n in (0, 7, 8)] == [None, None, len(frame)]


@pytest.mark.parametrize("count", range(10))
def test_what_is_left_after_some_bytes(count: int) -> None:
    parts: list[frames.Bytes] = [b"abc", b"", memoryview(b"defg"), b"hi"]
    assert b"".join(frames.after(parts, count)) == b"abcdefghi"[count:]


def test_the_report_of_a_locked_child() -> None:
    frames.check_locked(frames.LOCKED)


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        (frames.pack_not_locked("seccomp: no"), "seccomp: no"),
        (b"", "no report"),
        (b"XXXXXXXXX", "XXXX"),
        (frames.LOCKED + b"x", "x"),
        (b"F", "no report"),
    ],
)
def test_anything_else_is_not_locked(report: bytes, reason: str) -> None:
    with pytest.raises(frames.NotLocked, match=reason):
        frames.check_locked(report)
