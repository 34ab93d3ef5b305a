"""One child: locks itself in, then reads its job, runs it, answers with one frame and ends."""

from __future__ import annotations

import io
import os
import resource
import sys
from typing import NoReturn

from sandbox import frames
from sandbox.confine import descriptors
from sandbox.execute import INDESCRIBABLE, OUT_OF_MEMORY, execute
from sandbox.protocol import Limits
from sandbox.walls import Walls

_INPUT, _OUTPUT, _ERRORS, _RESULT, _JOB = range(5)
_KIB = 1024
_READ_BYTES = 1 << 20


def prepare_streams() -> None:
    """Give Python's standard streams the descriptors that a child will have; done once, before
    forking.

    Output is written through: what was printed before a crash, a kill or ``os._exit`` is not lost.
    """
    sys.stdin = sys.__stdin__ = _text(_INPUT, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(_OUTPUT, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(_ERRORS, "w")  # type: ignore[misc]


def _text(descriptor: int, mode: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else raw
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", "\n", write_through=True)


def run(walls: Walls, limits: Limits, pipes: list[int]) -> NoReturn:
    """Be the child.  ``pipes`` are job (to read), result and output (to write)."""
    try:
        job, result, output = pipes
        descriptors.place(descriptors.at_end_of_file(), output, output, result, job)
        walls.raise_inner(limits)
        peak_kib = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        os.write(_RESULT, frames.pack_locked(peak_kib * _KIB))
    except BaseException as error:
        os.write(_RESULT, frames.pack_not_locked(f"{type(error).__name__}: {error}"))
        os._exit(1)
    try:
        _answer()
    finally:
        # Whatever happened: this process never becomes a second zygote.
        os._exit(0)


def _answer() -> None:
    try:
        job = _read_job()
        if not job:
            return
        frame = execute(frames.unpack_job(job))
    except MemoryError:
        frame = OUT_OF_MEMORY
    except BaseException:
        frame = INDESCRIBABLE
    _write_all(frame)


def _read_job() -> bytes:
    """All of the job; empty when the client closed the pipe without one."""
    chunks = []
    while chunk := os.read(_JOB, _READ_BYTES):
        chunks.append(chunk)
    os.close(_JOB)
    return b"".join(chunks)


def _write_all(frame: bytes) -> None:
    rest = memoryview(frame)
    while rest:
        rest = rest[os.write(_RESULT, rest) :]
    os.close(_RESULT)
