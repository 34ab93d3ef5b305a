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
from dataclasses import astuple
from typing import NamedTuple

from sandbox.arrays import DecodeError, decode, encode_parts
from sandbox.protocol import Limits, Module, RunRequest, TraceLimits, Value

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
    if announced_bytes(data) != len(data):
        raise DecodeError("not one whole frame")
    return decode(memoryview(data)[HEADER_BYTES:])


def _places(data: bytes) -> Iterator[range]:
    """Where the bodies lie of the frames that ``data`` is made of; only for bytes of our own, since
    it takes a step for each eight of them at worst.
    """
    at = 0
    while at < len(data):
        whole = announced_bytes(data[at : at + HEADER_BYTES])
        if whole is None or at + whole > len(data):
            raise DecodeError("a frame is not as long as it says")
        yield range(at + HEADER_BYTES, at + whole)
        at += whole


class Job(NamedTuple):
    """What a child reads: the request (its limits but for ``result_bytes`` are set already), and
    the body it came in with the place of each argument there, to tell afterwards whether it was
    modified.
    """

    request: RunRequest
    body: bytes
    places: Mapping[str, range]


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
        "trace": request.trace and astuple(request.trace),
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


def unpack_job(body: bytes) -> Job:
    """The inverse of ``pack_job``, given the body of its frame."""
    first, *others = _places(body)
    head = json.loads(body[first.start : first.stop])
    places = dict(zip(head["arguments"], others, strict=True))
    view = memoryview(body)
    request = RunRequest(
        modules=tuple(Module(*parts) for parts in head["modules"]),
        function=head["function"],
        arguments={name: decode(view[at.start : at.stop]) for name, at in places.items()},
        limits=Limits(result_bytes=head["result_bytes"]),
        seed=head["seed"],
        trace=head["trace"] and TraceLimits(*head["trace"]),
    )
    return Job(request, body, places)
