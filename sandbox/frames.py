"""Job and result as the bytes that cross the pipes: ``length (u64), body``, the body one encoded
value.

The job is written by the trusted side and read by the child; the result is written by the child,
after other people's code ran in it, and is read as hostile bytes.
"""

from __future__ import annotations

import struct
from typing import Any, cast

from sandbox.arrays import DecodeError, decode, encode
from sandbox.protocol import Limits, Module, RunRequest, Value

_LOCKED = b"L"
_NOT_LOCKED = b"F"
_REPORT = struct.Struct("<cQ")
MAX_REPORT_BYTES = 1000

_LENGTH = struct.Struct("<Q")


class NotLocked(Exception):
    """A child could not raise every wall."""


def pack_locked(peak_memory_bytes: int) -> bytes:
    """First on the result pipe: every wall is up.  Written before the child has seen any job."""
    return _REPORT.pack(_LOCKED, peak_memory_bytes)


def pack_not_locked(reason: str) -> bytes:
    """First on the result pipe when a wall did not go up."""
    return (_NOT_LOCKED + reason.encode("utf-8", "replace"))[:MAX_REPORT_BYTES]


def unpack_locked(report: bytes) -> int:
    """Peak memory in bytes when the walls were up.  Raises ``NotLocked`` with the reason."""
    if len(report) != _REPORT.size or report[:1] != _LOCKED:
        raise NotLocked(report[1:].decode("utf-8", "replace") or "no report")
    peak_memory_bytes: int = _REPORT.unpack(report)[1]
    return peak_memory_bytes


def pack(value: object) -> bytes:
    """One frame.  Raises ``EncodeError``."""
    body = encode(value)
    return _LENGTH.pack(len(body)) + body


def unpack(data: bytes | bytearray) -> Value:
    """The value of a frame that is all of ``data``.  Raises ``DecodeError``."""
    if len(data) < _LENGTH.size:
        raise DecodeError("there is no whole frame")
    (length,) = _LENGTH.unpack_from(data)
    body = memoryview(data)[_LENGTH.size :]
    if length != len(body):
        raise DecodeError("the frame is not as long as it says")
    return decode(body)


def pack_job(request: RunRequest) -> bytes:
    """The job of one run, as the child reads it.  Raises ``EncodeError`` for arguments that cannot
    cross.
    """
    return pack(
        {
            "modules": [
                [module.name, module.source, module.filename] for module in request.modules
            ],
            "function": request.function,
            "arguments": dict(request.arguments),
            "result_bytes": request.limits.result_bytes,
            "seed": request.seed,
        }
    )


def unpack_job(data: bytes | bytearray) -> RunRequest:
    """The inverse of ``pack_job`` but for the limits, of which the child needs only
    ``result_bytes``.
    """
    job = cast(dict[str, Any], unpack(data))
    return RunRequest(
        modules=tuple(Module(*parts) for parts in job["modules"]),
        function=job["function"],
        arguments=job["arguments"],
        limits=Limits(result_bytes=job["result_bytes"]),
        seed=job["seed"],
    )
