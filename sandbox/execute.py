"""Running a job inside the child: modules, then the entry function; what came of it becomes one
frame.

What this produces is read by the client as hostile bytes: the code that ran could have changed any
of it.
"""

from __future__ import annotations

import errno
import random
from types import CodeType
from typing import Any

import numpy as np

from sandbox import frames
from sandbox.arrays import EncodeError, encode_parts
from sandbox.describe import describe_error, describe_syntax_error, describe_value
from sandbox.frames import Job
from sandbox.modules import compile_module, execute_module
from sandbox.protocol import RunStatus, Value
from sandbox.state import isolated
from sandbox.traced import AnswerAtOnce, Traced

OUT_OF_MEMORY = frames.pack({"status": RunStatus.MEMORY_LIMIT.value})
"""Answer when there is not even memory to describe what happened."""

INDESCRIBABLE = frames.pack(
    {
        "status": RunStatus.EXCEPTION.value,
        "error": {"type": "?", "message": "(it could not be described)", "frames": []},
    }
)
"""Answer when describing what happened failed, which untrusted objects can make it do."""

_COMPILE_ERRORS = (SyntaxError, ValueError, OverflowError, RecursionError)
_SEEDS = 2**32


def execute(job: Job, answer_at_once: AnswerAtOnce | None = None) -> bytes:
    """The frame that answers ``job``.  Raises ``MemoryError`` when nothing better can be said.

    ``answer_at_once`` gets the frame, and ends the process, when the time of a traced run is up.
    """
    return isolated(lambda: _executed(job, answer_at_once))


def _executed(job: Job, answer_at_once: AnswerAtOnce | None) -> bytes:
    random.seed(job.request.seed)
    np.random.seed(job.request.seed % _SEEDS)
    modules = job.request.modules
    try:
        codes = [compile_module(module) for module in modules]
    except _COMPILE_ERRORS as error:
        return _answer(RunStatus.SYNTAX_ERROR, error=describe_syntax_error(error))
    except MemoryError as error:
        return _answer(RunStatus.MEMORY_LIMIT, error=describe_error(error, ()))
    traced = Traced.of(job.request, answer_at_once)
    try:
        facts = _run(job, traced.replacing(codes))
    except BaseException as error:
        status = RunStatus.MEMORY_LIMIT if _is_memory(error) else RunStatus.EXCEPTION
        filenames = tuple(module.filename for module in modules)
        facts = {"status": status.value, "error": describe_error(error, filenames)}
    return traced.answer(facts)


def _answer(status: RunStatus, **facts: Any) -> bytes:
    return frames.pack({"status": status.value, **facts})


def _run(job: Job, codes: list[CodeType]) -> dict[str, Any]:
    """The fields of the answer."""
    request = job.request
    for module, code in zip(request.modules, codes, strict=True):
        last = execute_module(module, code, request.modules)
    function = vars(last).get(request.function)
    if not callable(function):
        return {"status": RunStatus.NO_FUNCTION.value}
    value = function(*request.arguments.values())
    modified = [
        name
        for name, place in job.places.items()
        if not _is_same(request.arguments[name], job.body, place)
    ]
    returned = describe_value(value, request.limits.result_bytes)
    if returned is None:
        return {"status": RunStatus.RESULT_LIMIT.value, "inputs_modified": modified}
    return {"status": RunStatus.OK.value, "returned": returned, "inputs_modified": modified}


def _is_memory(error: BaseException) -> bool:
    """mmap(2) and its like fail with ENOMEM where memory is at its limit."""
    return isinstance(error, MemoryError) or (
        isinstance(error, OSError) and error.errno == errno.ENOMEM
    )


def _is_same(value: Value, body: bytes, place: range) -> bool:
    """Part by part where they lie, copying nothing."""
    try:
        parts = encode_parts(value)
    except EncodeError:
        return False
    at = place.start
    for part in parts:
        if not body.startswith(part, at):
            return False
        at += len(part)
    return at == place.stop
