"""One child: locks itself in, then reads jobs one by one, and answers each with one frame."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NoReturn

from sandbox import frames, rehearsal
from sandbox.confine import descriptors
from sandbox.execute import INDESCRIBABLE, OUT_OF_MEMORY, execute
from sandbox.protocol import Limits
from sandbox.state import State
from sandbox.walls import Walls

_RESULT, _JOB = 3, 4


def run(walls: Walls, limits: Limits, pipes: list[int], state: State, rehearsed: bytes) -> NoReturn:
    """Be the child.  ``pipes`` are job (to read), result and output (to write); ``state`` is what
    each run finds.
    """
    try:
        job, result, output = pipes
        descriptors.place(descriptors.at_end_of_file(), output, output, result, job)
        walls.raise_inner(limits)
        rehearsal.rehearse(rehearsed)
        state.look()()
        os.write(_RESULT, frames.LOCKED)
    except BaseException as error:
        os.write(_RESULT, frames.pack_not_locked(f"{type(error).__name__}: {error}"))
        os._exit(1)
    try:
        put_back = None
        while _answer_one(put_back):
            put_back = state.look()
    finally:
        # Whatever happened: this process does not go on as a second zygote.
        os._exit(0)


def _answer_one(put_back: Callable[[], None] | None) -> bool:
    """False when the client closed the pipe: there is no further job.

    ``put_back`` ends the run before.  Not sooner than there is a job: what objects do when they are
    freed would mingle with the answer that was just given.
    """
    try:
        job = _read_job()
        if job is None:
            return False
        if put_back is not None:
            put_back()
        frame = execute(frames.unpack_job(job), _write_last)
    except MemoryError:
        frame = OUT_OF_MEMORY
    except BaseException:
        frame = INDESCRIBABLE
    # The kernel adds up a process's time when it is scheduled, and the client reads it at once.
    os.sched_yield()
    _write_all(frame)
    return True


def _write_last(frame: bytes) -> NoReturn:
    """The answer of a run that cannot be ended but with its process."""
    try:
        _write_all(frame)
    finally:
        os._exit(0)


def _read_job() -> bytes | None:
    """The body of the next job."""
    header = _read(frames.HEADER_BYTES)
    length = frames.announced_bytes(header)
    return None if length is None else _read(length - frames.HEADER_BYTES)


def _read(length: int) -> bytes:
    """So many bytes of the job pipe, or fewer when it ends before."""
    parts = []
    while length and (part := os.read(_JOB, length)):
        parts.append(part)
        length -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _write_all(frame: bytes) -> None:
    rest = memoryview(frame)
    while rest:
        rest = rest[os.write(_RESULT, rest) :]
