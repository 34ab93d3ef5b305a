"""A child's pipes."""

from __future__ import annotations

import errno
import os

import pytest

from sandbox.handle import Child
from sandbox.protocol import Limits


def descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


@pytest.mark.parametrize("made", [0, 1, 2])
def test_pipes_that_cannot_all_be_had_are_given_back(
    made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, left = os.pipe, made

    def so_many() -> tuple[int, int]:
        nonlocal left
        if not left:
            raise OSError(errno.EMFILE, "too many open files")
        left -= 1
        return pipe()

    before = descriptors()
    monkeypatch.setattr(os, "pipe", so_many)
    with pytest.raises(OSError, match="too many open files"):
        Child.with_pipes(Limits())
    assert descriptors() == before


def test_a_child_closes_all_that_it_has() -> None:
    before = descriptors()
    child, theirs = Child.with_pipes(Limits())
    for descriptor in theirs:
        os.close(descriptor)
    child.close()
    child.close()
    assert descriptors() == before
