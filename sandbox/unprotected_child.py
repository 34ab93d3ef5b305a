"""The other end of ``unprotected``: reads jobs one by one and answers each, behind no wall.

Needs no more of the system than every one has that Python runs on: pipes and two descriptors.
"""

from __future__ import annotations

import math
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn, cast

import numpy as np

from sandbox import frames, runtime, warned
from sandbox.execute import INDESCRIBABLE, OUT_OF_MEMORY, execute
from sandbox.policy import PRELOADED
from sandbox.state import State
from sandbox.streams import prepare_streams

_INPUT, _OUTPUT, _ERRORS = range(3)
_READ_BYTES = 1 << 20


def main(packages_directory: str) -> NoReturn:
    """Jobs come on standard input, answers go to standard output as it was at the start; what runs
    finds neither, and prints to standard error.
    """
    jobs, answers = os.dup(_INPUT), os.dup(_OUTPUT)
    os.dup2(os.open(os.devnull, os.O_RDONLY), _INPUT)
    os.dup2(_ERRORS, _OUTPUT)
    runtime.load(PRELOADED)
    ready = {
        "python": sys.version.partition(" ")[0],
        "numpy": np.__version__,
        "cpu_kernel": runtime.cpu_kernel(packages_directory),
    }
    warned.show_only_own_places()
    runtime.forget_origin()
    prepare_streams()
    state = State()
    _write(answers, frames.pack(ready))
    try:
        put_back = None
        while _answer_one(jobs, answers, put_back):
            put_back = state.look()
    finally:
        # No exit handler, no thread and no destructor of what ran keeps the process.
        os._exit(0)


def _answer_one(jobs: int, answers: int, put_back: Callable[[], None] | None) -> bool:
    """False when there is no further job.  The CPU time of the run goes before its answer.

    ``put_back`` ends the run before, as in ``child``.
    """
    head, job = _read_frame(jobs), _read_frame(jobs)
    if not head or not job:
        return False
    before = time.process_time()

    def write_last(answer: bytes) -> NoReturn:
        try:
            _write_answer(answers, before, answer)
        finally:
            os._exit(0)

    _limit_cpu(before + cast(dict[str, Any], frames.unpack(head))["cpu_seconds"])
    try:
        if put_back is not None:
            put_back()
        answer = execute(frames.unpack_job(job[frames.HEADER_BYTES :]), write_last)
    except MemoryError:
        answer = OUT_OF_MEMORY
    except BaseException:
        answer = INDESCRIBABLE
    _write_answer(answers, before, answer)
    return True


def _write_answer(answers: int, before: float, answer: bytes) -> None:
    _write(answers, frames.pack({"cpu_seconds": time.process_time() - before}) + answer)


def _limit_cpu(seconds: float) -> None:
    """End of the process when it has used so much, whole seconds at least."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    with suppress(ValueError):  # More than it may ask for: it has that limit already.
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), most))


def _read_frame(pipe: int) -> bytes:
    """The next whole frame; empty when the pipe ends."""
    data = bytearray()
    wanted = frames.HEADER_BYTES
    while len(data) < wanted:
        chunk = os.read(pipe, min(_READ_BYTES, wanted - len(data)))
        if not chunk:
            return b""
        data += chunk
        wanted = frames.announced_bytes(data) or wanted
    return bytes(data)


def _write(pipe: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(pipe, rest[:_READ_BYTES]) :]
