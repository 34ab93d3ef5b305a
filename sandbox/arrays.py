"""The strict codec of ``Value``: arrays, scalars, lists and mappings to bytes and back, never
pickle.

Decoding treats the bytes as hostile: every count, length, shape and dtype is checked against the
bytes that are really there before anything is allocated, and the work is bounded: bytes are taken
apart in some 0.2 s and 5 ms more per MiB, whatever is in them.  A value has one encoding; any other
is refused.

Layout, little-endian: ``MAGIC`` and then one node.  A node is one tag byte and its payload:

==== =======================================================================
N    None
T F  True, False
i    u16 length, that many bytes of a two's-complement integer with room for its sign
f    float64
s    u32 length, UTF-8
l    u32 count, that many nodes
d    u32 count, that many pairs of (u32 length, UTF-8 key) and node
a    u8 dtype code, u8 number of dimensions, u64 per dimension, elements in C order
==== =======================================================================
"""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping

import numpy as np

from sandbox.protocol import Value

MAGIC = b"TGV1"
MAX_DEPTH = 24
MAX_WORK = 1 << 16
"""Of one value, a node counting as 1, an array as ``ARRAY_WORK`` and one more per dimension: about
a microsecond each.
"""

ARRAY_WORK = 4
MAX_INT_BYTES = 512
MAX_TEXT_BYTES = 1 << 20
"""Of one text: Python needs up to five times as much while it reads one."""

MAX_DIMENSIONS = 32
MAX_CELLS = 1 << 40

_DTYPES = {
    code: np.dtype(name)
    for code, name in enumerate(
        "|b1 |i1 <i2 <i4 <i8 |u1 <u2 <u4 <u8 <f2 <f4 <f8 <c8 <c16".split(), start=1
    )
}
_NATIVE = {code: dtype.newbyteorder("=") for code, dtype in _DTYPES.items()}
_CODES = {dtype.str: code for code, dtype in _DTYPES.items()}
_BOOL = _CODES["|b1"]

_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_F64 = struct.Struct("<d")


class EncodeError(ValueError):
    """This value cannot cross the wall: it holds something that is not an array or plain data."""


class DecodeError(ValueError):
    """These bytes are not an encoded value."""


class _Work:
    """What one value may still cost; both directions count alike, so that what was encoded can be
    decoded.
    """

    def __init__(self, error: type[EncodeError | DecodeError]) -> None:
        self._left = MAX_WORK
        self._error = error

    def spend(self, work: int) -> None:
        self._left -= work
        if self._left < 0:
            raise self._error("too many values")

    def descend(self, depth: int) -> None:
        """One node, at ``depth``."""
        self.spend(1)
        if depth > MAX_DEPTH:
            raise self._error("values nested too deeply")


def encode(value: object) -> bytes:
    """Bytes of ``value``; tuples become lists, NumPy scalars 0-d arrays, big-endian arrays
    little-endian.

    Raises ``EncodeError`` for any other type (subclasses included) and beyond the bounds above.
    """
    return b"".join(encode_parts(value))


def encode_parts(value: object) -> list[bytes | memoryview]:
    """What ``encode`` joins.  Arrays' own memory is among it: to be joined before it changes."""
    parts: list[bytes | memoryview] = [MAGIC]
    _Encoder(parts).node(value, 0)
    return parts


class _Encoder:
    def __init__(self, parts: list[bytes | memoryview]) -> None:
        self._parts = parts
        self._work = _Work(EncodeError)

    def node(self, value: object, depth: int) -> None:
        self._work.descend(depth)
        kind = type(value)
        if kind is np.ndarray or isinstance(value, np.generic):
            self._array(np.asarray(value))
        elif kind is list or kind is tuple:
            self._sequence(value, depth)  # type: ignore[arg-type]
        elif kind is dict:
            self._mapping(value, depth)  # type: ignore[arg-type]
        else:
            self._parts.append(_encode_scalar(value))

    def _array(self, array: np.ndarray) -> None:
        if array.dtype.str.startswith(">"):
            array = array.astype(array.dtype.newbyteorder("<"))
        code = _CODES.get(array.dtype.str)
        if code is None or array.ndim > MAX_DIMENSIONS or _cells(array.shape) > MAX_CELLS:
            raise EncodeError(f"an array of dtype {array.dtype} and shape {array.shape}")
        self._work.spend(ARRAY_WORK - 1 + array.ndim)
        self._parts.append(struct.pack(f"<cBB{array.ndim}Q", b"a", code, array.ndim, *array.shape))
        self._parts.append(array.ravel().view(np.uint8).data)

    def _sequence(self, items: list[object], depth: int) -> None:
        self._parts.append(struct.pack("<cI", b"l", len(items)))
        for item in items:
            self.node(item, depth + 1)

    def _mapping(self, mapping: Mapping[object, object], depth: int) -> None:
        self._parts.append(struct.pack("<cI", b"d", len(mapping)))
        for key, item in mapping.items():
            if type(key) is not str:
                raise EncodeError(f"a mapping with a key of type {type(key).__name__}")
            self._parts.append(_encode_text(key))
            self.node(item, depth + 1)


def _encode_scalar(value: object) -> bytes:
    if value is None:
        return b"N"
    if value is True or value is False:
        return b"T" if value else b"F"
    kind = type(value)
    if kind is float:
        return struct.pack("<cd", b"f", value)
    if kind is str:
        return b"s" + _encode_text(value)  # type: ignore[arg-type]
    if kind is int:
        return _encode_int(value)  # type: ignore[arg-type]
    raise EncodeError(f"a value of type {kind.__name__}")


def _encode_int(value: int) -> bytes:
    length = _int_bytes(value)
    if length > MAX_INT_BYTES:
        raise EncodeError(f"an integer of more than {MAX_INT_BYTES * 8} bits")
    return struct.pack("<cH", b"i", length) + value.to_bytes(length, "little", signed=True)


def _int_bytes(value: int) -> int:
    return value.bit_length() // 8 + 1


def _encode_text(text: str) -> bytes:
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise EncodeError("text with a lone surrogate") from None
    if len(data) > MAX_TEXT_BYTES:
        raise EncodeError(f"text of more than {MAX_TEXT_BYTES} bytes")
    return struct.pack("<I", len(data)) + data


def decode(data: bytes | bytearray | memoryview) -> Value:
    """The value that ``encode`` made ``data`` of; arrays are fresh, writable and C-contiguous.

    Raises ``DecodeError`` for anything else, in time linear in ``data`` and without allocating more
    than a small multiple of it.
    """
    decoder = _Decoder(memoryview(data))
    if bytes(decoder.take(len(MAGIC))) != MAGIC:
        raise DecodeError("wrong first bytes")
    value = decoder.node(0)
    decoder.expect_end()
    return value


class _Decoder:
    def __init__(self, data: memoryview) -> None:
        self._data = data
        self._at = 0
        self._work = _Work(DecodeError)

    def take(self, length: int) -> memoryview:
        if length > len(self._data) - self._at:
            raise DecodeError("the data ends too early")
        self._at += length
        return self._data[self._at - length : self._at]

    def expect_end(self) -> None:
        if self._at != len(self._data):
            raise DecodeError("there is data after the end")

    def node(self, depth: int) -> Value:
        self._work.descend(depth)
        tag = bytes(self.take(1))
        match tag:
            case b"a":
                return self._array()
            case b"N":
                return None
            case b"T" | b"F":
                return tag == b"T"
            case b"f":
                return float(_F64.unpack(self.take(8))[0])
            case b"i":
                return self._int()
            case b"s":
                return self._text()
            case b"l":
                return [self.node(depth + 1) for _ in range(self._count())]
            case b"d":
                return self._mapping(depth)
        raise DecodeError("an unknown tag")

    def _count(self) -> int:
        count: int = _U32.unpack(self.take(4))[0]
        if count > len(self._data) - self._at:
            raise DecodeError("a count larger than the data")
        return count

    def _int(self) -> int:
        length: int = _U16.unpack(self.take(2))[0]
        if not 1 <= length <= MAX_INT_BYTES:
            raise DecodeError("an integer of impossible length")
        value = int.from_bytes(self.take(length), "little", signed=True)
        if length != _int_bytes(value):
            raise DecodeError("an integer longer than it need be")
        return value

    def _text(self) -> str:
        length = self._count()
        if length > MAX_TEXT_BYTES:
            raise DecodeError("text too long")
        try:
            return str(self.take(length), "utf-8")
        except UnicodeDecodeError:
            raise DecodeError("text that is not UTF-8") from None

    def _mapping(self, depth: int) -> Value:
        mapping: dict[str, Value] = {}
        for _ in range(self._count()):
            key = self._text()
            if key in mapping:
                raise DecodeError("a key given twice")
            mapping[key] = self.node(depth + 1)
        return mapping

    def _array(self) -> np.ndarray:
        code, dimensions = self.take(2)
        dtype = _DTYPES.get(code)
        if dtype is None or dimensions > MAX_DIMENSIONS:
            raise DecodeError("an unknown dtype or too many dimensions")
        self._work.spend(ARRAY_WORK - 1 + dimensions)
        shape = struct.unpack(f"<{dimensions}Q", self.take(8 * dimensions))
        if _cells(shape) > MAX_CELLS:
            raise DecodeError("an impossible shape")
        raw = self.take(math.prod(shape) * dtype.itemsize)
        if code == _BOOL and np.maximum.reduce(np.frombuffer(raw, np.uint8), initial=0) > 1:
            raise DecodeError("a truth value that is neither 0 nor 1")
        return np.ndarray(shape, dtype, raw).astype(_NATIVE[code])


def _cells(shape: tuple[int, ...]) -> int:
    """The size with empty dimensions counted as one: NumPy refuses more, also of nothing."""
    return math.prod(filter(None, shape))
