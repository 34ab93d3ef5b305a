"""The codec: what goes in comes out, and hostile bytes do no harm."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from sandbox.arrays import (
    ARRAY_WORK,
    MAGIC,
    MAX_DEPTH,
    MAX_DIMENSIONS,
    MAX_TEXT_BYTES,
    MAX_WORK,
    DecodeError,
    EncodeError,
    decode,
    encode,
)

DTYPES = (
    npst.boolean_dtypes()
    | npst.integer_dtypes(endianness="<")
    | npst.unsigned_integer_dtypes(endianness="<")
    | npst.floating_dtypes(endianness="<", sizes=(16, 32, 64))
    | npst.complex_number_dtypes(endianness="<", sizes=(64, 128))
)
SHAPES = npst.array_shapes(min_dims=0, max_dims=5, min_side=0, max_side=4)


@st.composite
def raw_arrays(draw: st.DrawFn) -> np.ndarray:
    """Arrays of any bits: NaN of every payload, both zeros, subnormal numbers."""
    dtype, shape = draw(DTYPES.filter(lambda dtype: dtype.kind != "b")), draw(SHAPES)
    size = dtype.itemsize * int(np.prod(shape))
    return np.frombuffer(draw(st.binary(min_size=size, max_size=size)), dtype).reshape(shape)


ARRAYS = npst.arrays(DTYPES, SHAPES) | raw_arrays()
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**200), 2**200)
    | st.floats()
    | st.binary(min_size=8, max_size=8).map(lambda bits: struct.unpack("<d", bits)[0])
    | st.text(st.characters(codec="utf-8"))
)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=5)
VALUES = st.recursive(
    SCALARS | ARRAYS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=10,
)


def same(left: Any, right: Any) -> bool:
    if isinstance(left, np.ndarray):
        return (
            type(right) is np.ndarray
            and (left.dtype, left.shape) == (right.dtype, right.shape)
            and left.tobytes() == right.tobytes()
        )
    if isinstance(left, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, dict):
        return list(left) == list(right) and all(same(left[key], right[key]) for key in left)
    if isinstance(left, float):
        return type(right) is float and struct.pack("d", left) == struct.pack("d", right)
    return type(left) is type(right) and bool(left == right)


@given(VALUES)
def test_a_value_comes_back_as_it_was(value: Any) -> None:
    assert same(value, decode(encode(value)))


@given(VALUES, st.data())
def test_cut_bytes_are_refused(value: Any, data: st.DataObject) -> None:
    encoded = encode(value)
    cut = data.draw(st.integers(0, len(encoded) - 1))
    with pytest.raises(DecodeError):
        decode(encoded[:cut])
    with pytest.raises(DecodeError):
        decode(encoded + b"N")


def refused_or_canonical(data: bytes) -> bool:
    """True for what is a value, and then these very bytes are its encoding."""
    try:
        value = decode(data)
    except DecodeError:
        return False
    assert encode(value) == data
    return True


@settings(max_examples=300)
@given(VALUES, VALUES, st.data())
def test_changed_bytes_are_refused_or_are_another_value(
    value: Any, other: Any, data: st.DataObject
) -> None:
    """Each change puts something, or nothing, in the place of something, or of nothing."""
    encoded, donor = encode(value), encode(other)
    for _ in range(data.draw(st.integers(1, 3))):
        start, end = sorted(data.draw(st.integers(0, len(encoded))) for _ in range(2))
        first, last = sorted(data.draw(st.integers(0, len(donor))) for _ in range(2))
        new = data.draw(st.binary(max_size=4) | st.just(donor[first:last]))
        encoded = encoded[:start] + new + encoded[end:]
    refused_or_canonical(encoded)


@settings(max_examples=300)
@given(st.binary(max_size=200))
def test_noise_is_refused_or_is_a_value(noise: bytes) -> None:
    refused_or_canonical(MAGIC + noise)


def u32(number: int) -> bytes:
    return struct.pack("<I", number)


def counted(tag: bytes, parts: list[bytes]) -> bytes:
    return tag + u32(len(parts)) + b"".join(parts)


@st.composite
def array_nodes(draw: st.DrawFn) -> bytes:
    """Arrays as nobody would encode them: any code and shape, often with the bytes they need."""
    code, shape = draw(st.integers(0, 15)), draw(st.lists(st.integers(0, 3), max_size=34))
    length = draw(st.just(int(np.prod(shape))) | st.integers(0, 9)) * draw(st.sampled_from([1, 8]))
    raw = draw(st.binary(min_size=min(length, 64), max_size=min(length, 64)))
    return struct.pack(f"<cBB{len(shape)}Q", b"a", code, len(shape), *shape) + raw


LEAVES = (
    st.sampled_from([b"N", b"T", b"F"])
    | st.binary(min_size=8, max_size=8).map(lambda bits: b"f" + bits)
    | st.binary(max_size=4).map(lambda raw: b"i" + struct.pack("<H", len(raw)) + raw)
    | st.binary(max_size=4).map(lambda raw: b"s" + u32(len(raw)) + raw)
    | array_nodes()
)
NODES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=4).map(lambda nodes: counted(b"l", nodes))
        | st.lists(
            st.tuples(st.sampled_from([b"a", b"b", b"\xc3\xa9", b"\xff"]), inner).map(
                lambda pair: u32(len(pair[0])) + pair[0] + pair[1]
            ),
            max_size=4,
        ).map(lambda pairs: counted(b"d", pairs))
    ),
    max_leaves=8,
)


@settings(max_examples=300)
@given(NODES)
def test_what_others_encode_is_refused_or_is_what_we_would(node: bytes) -> None:
    refused_or_canonical(MAGIC + node)


@given(ARRAYS)
def test_decoded_arrays_are_fresh_writable_and_contiguous(array: np.ndarray) -> None:
    decoded = decode(encode(np.asfortranarray(array)))
    assert isinstance(decoded, np.ndarray)
    assert decoded.flags.c_contiguous
    assert decoded.flags.writeable
    assert decoded.flags.aligned
    assert decoded.flags.owndata


def node(code: int, shape: tuple[int, ...], raw: bytes = b"") -> bytes:
    return MAGIC + struct.pack(f"<cBB{len(shape)}Q", b"a", code, len(shape), *shape) + raw


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "too early"),
        (b"nope" + b"N", "first bytes"),
        (MAGIC + b"?", "unknown tag"),
        (node(0, ()), "unknown dtype"),
        (node(200, ()), "unknown dtype"),
        (node(1, (1,), b"\x02"), "neither 0 nor 1"),
        (node(12, (2**63,), b"x"), "impossible shape"),
        (node(12, (2**32, 2**32, 2**32), b"x"), "impossible shape"),
        (node(12, (2**62, 0)), "impossible shape"),
        (node(12, (2**30,), b"x" * 100), "too early"),
        (MAGIC + struct.pack("<cBB", b"a", 12, 255) + b"\x01" * 8 * 255, "too many dimensions"),
        (MAGIC + b"l" + struct.pack("<I", 2**32 - 1), "count larger"),
        (MAGIC + b"s" + struct.pack("<I", 2) + b"\xff\xff", "not UTF-8"),
        (MAGIC + b"i" + struct.pack("<H", 0), "impossible length"),
        (MAGIC + b"i" + struct.pack("<H", 65535) + b"\x01" * 65535, "impossible length"),
        (MAGIC + b"i" + struct.pack("<H", 2) + b"\x01\x00", "longer than it need be"),
        (MAGIC + b"i" + struct.pack("<H", 2) + b"\xff\xff", "longer than it need be"),
        (MAGIC + b"s" + u32(MAX_TEXT_BYTES + 1) + b"a" * (MAX_TEXT_BYTES + 1), "too long"),
        (MAGIC + b"d" + struct.pack("<I", 2) + (struct.pack("<I", 1) + b"kN") * 2, "given twice"),
        (MAGIC + (b"l" + struct.pack("<I", 1)) * 1000 + b"N", "nested too deeply"),
        (MAGIC + b"l" + struct.pack("<I", MAX_WORK) + b"N" * MAX_WORK, "too many values"),
    ],
)
def test_hostile_bytes(data: bytes, reason: str) -> None:
    with pytest.raises(DecodeError, match=reason):
        decode(data)


class FloatSubclass(float):
    """Not a float to the codec."""


@pytest.mark.parametrize(
    "value",
    [
        object(),
        b"bytes",
        {1, 2},
        1j,
        FloatSubclass(1.0),
        {1: 2},
        "\ud800",
        2 ** (512 * 8),
        np.array([None]),
        np.array(["text"]),
        np.zeros(1, "f8,i4"),
        np.zeros(1, "M8[s]"),
        np.zeros(1, np.longdouble),
        np.zeros(1).view(np.recarray),
        np.ma.masked_array([1]),
        "a" * (MAX_TEXT_BYTES + 1),
        [0] * MAX_WORK,
        [np.zeros(())] * (MAX_WORK // ARRAY_WORK),
        [np.zeros((1,) * MAX_DIMENSIONS)] * (1 + MAX_WORK // (ARRAY_WORK + MAX_DIMENSIONS)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_cannot_cross(value: object) -> None:
    with pytest.raises(EncodeError):
        encode(value)


def test_depth_is_bounded() -> None:
    value: list[Any] = []
    for _ in range(MAX_DEPTH):
        value = [value]
    assert decode(encode(value)) == value
    with pytest.raises(EncodeError, match="nested"):
        encode([value])


@pytest.mark.parametrize("dimensions", [0, 1, MAX_DIMENSIONS])
def test_the_most_arrays_that_cross(dimensions: int) -> None:
    arrays = [np.ones((1,) * dimensions)] * ((MAX_WORK - 1) // (ARRAY_WORK + dimensions))
    assert same(decode(encode(arrays)), arrays)
