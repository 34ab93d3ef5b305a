"""No bytes cost more than their length and the codec's bounds allow: in steps, and in memory."""

from __future__ import annotations

import struct
import sys
import tracemalloc
from types import FrameType
from typing import Any

import pytest

from sandbox.arrays import MAGIC, MAX_DEPTH, MAX_WORK, DecodeError, decode


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


def counted(tag: bytes, parts: list[bytes]) -> bytes:
    return tag + u32(len(parts)) + b"".join(parts)


def nested(tag: bytes, depth: int) -> bytes:
    """``depth`` lists or mappings of one, inside each other."""
    return (tag + u32(1) + (u32(0) if tag == b"d" else b"")) * depth + b"N"


def costly(count: int) -> dict[str, bytes]:
    """Nodes that cost the most for their bytes, ``count`` at least in each case."""
    dimensions = struct.pack("<cBB32Q", b"a", 1, 32, *[1] * 32) + b"\x01"
    no_dimensions = struct.pack("<cBB32Q", b"a", 1, 32, *[2] * 31, 0)
    snakes = "\N{SNAKE}".encode() * (count // 4)
    return {
        "nothing": counted(b"l", [b"N"] * count),
        "numbers": counted(b"l", [b"i\x01\x00\x01"] * count),
        "large numbers": counted(b"l", [b"i\x00\x02" + b"\x7f" * 512] * count),
        "texts": counted(b"l", [b"s" + u32(4) + snakes[:4]] * count),
        "long texts": counted(b"l", [b"s" + u32(len(snakes)) + snakes] * 16),
        "keys": counted(b"d", [u32(4) + b"%04x" % number + b"N" for number in range(count)]),
        "mappings": counted(b"l", [nested(b"d", 1)] * (count // 2)),
        "deep mappings": counted(b"l", [nested(b"d", MAX_DEPTH - 2)] * (count // MAX_DEPTH)),
        "deep lists": counted(b"l", [nested(b"l", MAX_DEPTH - 2)] * (count // MAX_DEPTH)),
        "scalars": counted(b"l", [b"a\x01\x00\x01"] * count),
        "dimensions": counted(b"l", [dimensions] * count),
        "empty dimensions": counted(b"l", [no_dimensions] * count),
        "one array": struct.pack("<cBBQ", b"a", 1, 1, 64 * count) + b"\x01" * 64 * count,
    }


@pytest.mark.parametrize("kind", costly(0))
def test_work_is_bounded_whatever_comes(kind: str) -> None:
    node = costly(MAX_WORK)[kind]
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        refused_or_decoded(node)
    finally:
        sys.setprofile(before)
    assert 0 < calls < 20 * MAX_WORK


@pytest.mark.parametrize("kind", costly(0))
def test_memory_is_bounded_whatever_comes(kind: str) -> None:
    nodes = 4096
    node = costly(nodes)[kind]
    tracemalloc.start()
    try:
        value = refused_or_decoded(node)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert 0 < peak_bytes < 2 * len(node) + 256 * nodes
    del value


def refused_or_decoded(node: bytes) -> Any:
    try:
        return decode(MAGIC + node)
    except DecodeError:
        return None
