"""A job that waits in a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import pytest

from sandbox.staging import Staged, widen

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")

PARTS = [b"head", memoryview(os.urandom(300_000)), b"", b"tail"]
WHOLE = b"".join(PARTS)


@pytest.fixture
def pipe() -> Iterator[tuple[int, int]]:
    ends = os.pipe()
    widen(ends[1], len(WHOLE))
    os.set_blocking(ends[0], False)
    os.set_blocking(ends[1], False)
    yield ends
    for end in ends:
        os.close(end)


def read_all(descriptor: int) -> bytes:
    data = b""
    while True:
        try:
            data += os.read(descriptor, 1 << 20)
        except BlockingIOError:
            return data


def test_nothing_can_be_read_before_it_is_moved(pipe: tuple[int, int]) -> None:
    staged = Staged(PARTS)
    assert read_all(pipe[0]) == b""
    assert staged.move(pipe[1])
    assert read_all(pipe[0]) == WHOLE


def test_what_a_pipe_does_not_take_at_once_is_moved_in_turns(pipe: tuple[int, int]) -> None:
    staged, data, turns = Staged(PARTS), b"", 0
    narrow, write = os.pipe()
    os.set_blocking(narrow, False)
    os.set_blocking(write, False)
    moved = False
    while not moved:
        turns += 1
        try:
            moved = staged.move(write)
        except BlockingIOError:
            data += read_all(narrow)
    data += read_all(narrow)
    os.close(narrow)
    os.close(write)
    assert data == WHOLE
    assert turns > 1


def test_nobody_left_to_read(pipe: tuple[int, int]) -> None:
    read, write = os.pipe()
    os.close(read)
    with pytest.raises(BrokenPipeError):
        Staged(PARTS).move(write)
    os.close(write)


def test_a_job_too_large_for_a_pipe_is_not_staged() -> None:
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match="less than the job"):
        Staged([bytes(2 << 20)])
    assert len(os.listdir("/proc/self/fd")) == before


def test_what_is_never_moved_is_closed() -> None:
    before = len(os.listdir("/proc/self/fd"))
    staged = Staged(PARTS)
    assert len(os.listdir("/proc/self/fd")) == before + 1
    del staged
    assert len(os.listdir("/proc/self/fd")) == before


def test_where_it_is_not_let_nothing_was_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **options: object) -> int:
        raise PermissionError

    monkeypatch.setattr("os.splice", refused)
    assert not Staged(PARTS).move(1)
