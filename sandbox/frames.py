"""Jobs and answers as bytes on a pipe: frames of ``length (u64), body``.

The body of an answer is an encoded value; that of a job is made of frames, one with JSON and then
one with an encoded value for each argument.  A job is written by the trusted side and read by the
child; an answer is written by the child, after other people's code ran in it, and is read as
hostile bytes.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sandbox.arrays import DecodeError, decode, encode_parts
from sandbox.protocol import Limits, Module, RunRequest, Value

Bytes = bytes | memoryview

LOCKED = b"L"
"""First on the result pipe: every wall is up.  Written before the child has seen any job."""

_NOT_LOCKED = b"F"
MAX_REPORT_BYTES = 1000

ANSWER_OVERHEAD_BYTES = 256 * 1024
"""What an answer may hold besides the returned value: messages, names, frames."""

_LENGTH = struct.Struct("<Q")
HEADER_BYTES = _LENGTH.size


class NotLocked(Exception):
    """A child could not raise every wall."""


def pack_not_locked(reason: str) -> bytes:
    """First on the result pipe when a wall did not go up."""
    return (_NOT_LOCKED + reason.encode("utf-8", "replace"))[:MAX_REPORT_BYTES]


def check_locked(report: bytes) -> None:
    """Raises ``NotLocked`` with the reason for all but ``LOCKED``."""
    if report != LOCKED:
        raise NotLocked(report[1:].decode("utf-8", "replace") or "no report")


def pack(value: object) -> bytes:
    """One frame.  Raises ``EncodeError``."""
    return b"".join(_pack_parts(value))


def _pack_parts(value: object) -> list[Bytes]:
    parts = encode_parts(value)
    return [_LENGTH.pack(sum(map(len, parts))), *parts]


def announced_bytes(data: bytes | bytearray) -> int | None:
    """How long the frame that ``data`` begins with says it is; None before it has said so."""
    if len(data) < HEADER_BYTES:
        return None
    length: int = _LENGTH.unpack_from(data)[0]
    return HEADER_BYTES + length


def unpack(data: bytes | bytearray) -> Value:
    """The value of a frame that is all of ``data``.  Raises ``DecodeError``."""
    length, rest = _split(memoryview(data))
    if length != len(rest):
        raise DecodeError("not one frame")
    return decode(rest)


def _split(data: memoryview) -> tuple[int, memoryview]:
    """The length that the first frame says its body has, and all that follows it."""
    if len(data) < _LENGTH.size:
        raise DecodeError("there is no whole frame")
    (length,) = _LENGTH.unpack_from(data)
    return length, data[_LENGTH.size :]


def _bodies(data: bytes | bytearray) -> Iterator[memoryview]:
    """What is in each of the frames that ``data`` is made of; only for bytes of our own, since it
    takes a step for each eight of them at worst.
    """
    rest = memoryview(data)
    while rest:
        length, rest = _split(rest)
        if length > len(rest):
            raise DecodeError("a frame is not as long as it says")
        yield rest[:length]
        rest = rest[length:]


class Job(NamedTuple):
    """What a child reads: the request (its limits but for ``result_bytes`` are set already), and
    each argument as it came, to tell afterwards whether it was modified.
    """

    request: RunRequest
    pristine: Mapping[str, memoryview]


def pack_job(request: RunRequest) -> list[Bytes]:
    """One frame, in it one for all but the arguments and one for each argument.

    In parts, the arguments' own memory among them: to be written before it changes.  Raises
    ``EncodeError``.
    """
    head = {
        "modules": [[module.name, module.source, module.filename] for module in request.modules],
        "function": request.function,
        "arguments": list(request.arguments),
        "result_bytes": request.limits.result_bytes,
        "seed": request.seed,
    }
    text = json.dumps(head).encode()
    parts: list[Bytes] = [_LENGTH.pack(len(text)), text]
    for value in request.arguments.values():
        parts += _pack_parts(value)
    return [_LENGTH.pack(sum(map(len, parts))), *parts]


def after(parts: list[Bytes], count: int) -> list[Bytes]:
    """What is left of ``parts`` without their first ``count`` bytes."""
    for at, part in enumerate(parts):
        if count < len(part):
            return [memoryview(part)[count:], *parts[at + 1 :]]
        count -= len(part)
    return []


def unpack_job(body: bytes | bytearray) -> Job:
    """The inverse of ``pack_job``, given the body of its frame."""
    first, *others = _bodies(body)
    head = json.loads(bytes(first))
    pristine = dict(zip(head["arguments"], others, strict=True))
    request = RunRequest(
        modules=tuple(Module(*parts) for parts in head["modules"]),
        function=head["function"],
        arguments={name: decode(body) for name, body in pristine.items()},
        limits=Limits(result_bytes=head["result_bytes"]),
        seed=head["seed"],
    )
    return Job(request, pristine)
