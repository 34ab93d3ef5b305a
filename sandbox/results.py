"""A child's answer, read by the trusted side: hostile bytes become facts or ``DecodeError``,
nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox import frames
from sandbox.arrays import DecodeError
from sandbox.describe import MAX_FRAMES, MAX_MESSAGE, MAX_NAME, MAX_SHAPE
from sandbox.protocol import (
    Frame,
    RaisedError,
    Returned,
    RunStatus,
    Trace,
    TraceLimits,
    Value,
)
from sandbox.traces import read_trace

_ANSWERS = {
    status.value: status
    for status in (
        RunStatus.OK,
        RunStatus.EXCEPTION,
        RunStatus.SYNTAX_ERROR,
        RunStatus.NO_FUNCTION,
        RunStatus.MEMORY_LIMIT,
        RunStatus.RESULT_LIMIT,
        RunStatus.UNFINISHED,
    )
}
"""What a child may say of itself; everything else only the kernel and the clock say."""

_RAISED = frozenset({RunStatus.EXCEPTION, RunStatus.SYNTAX_ERROR, RunStatus.MEMORY_LIMIT})
"""What comes with an error; a memory limit may also come without."""

_MAX_LINE = 10**7


@dataclass(frozen=True, slots=True)
class Answer:
    """What the child says happened."""

    status: RunStatus
    returned: Returned | None
    error: RaisedError | None
    inputs_modified: tuple[str, ...]
    trace: Trace | None = None


def read_answer(
    data: bytes | bytearray, argument_names: tuple[str, ...], asked: TraceLimits | None = None
) -> Answer:
    """Raises ``DecodeError`` for all but one whole, consistent answer; ``asked`` for a trace."""
    fields = _mapping(frames.unpack(data))
    status = _ANSWERS.get(_text(fields.pop("status", None), MAX_NAME))
    if status is None:
        raise DecodeError("an unknown status")
    answer = Answer(
        status,
        _returned(fields.pop("returned"))
        if status is RunStatus.OK and "returned" in fields
        else None,
        _error(fields.pop("error")) if status in _RAISED and "error" in fields else None,
        _modified(fields.pop("inputs_modified", []), argument_names),
        read_trace(fields.pop("trace"), asked) if asked and "trace" in fields else None,
    )
    if fields or (status is RunStatus.OK and answer.returned is None):
        raise DecodeError("fields that do not belong to the status")
    if (status is RunStatus.UNFINISHED) != (answer.trace is not None and not answer.trace.complete):
        raise DecodeError("a trace that is cut off belongs to a run that is, and to no other")
    return answer


def clean(text: str) -> str:
    """Text that any database and page can hold: no NUL."""
    return text.replace("\x00", "\ufffd")


def _returned(value: Value) -> Returned:
    fields = _mapping(value)
    shape = fields.get("shape")
    returned = Returned(
        type_name=_text(fields.get("type_name"), MAX_NAME),
        dtype=None if fields.get("dtype") is None else _text(fields["dtype"], MAX_NAME),
        shape=None if shape is None else _shape(shape),
        crossed=fields.get("crossed") is True,
        value=fields.get("value"),
    )
    if not returned.crossed and returned.value is not None:
        raise DecodeError("a value that did not cross")
    if returned.crossed and isinstance(returned.value, np.ndarray):
        _check_array(returned, returned.value)
    elif returned.crossed and (returned.type_name == "numpy.ndarray" or shape is not None):
        raise DecodeError("no array where one is described")
    return returned


def _check_array(returned: Returned, array: np.ndarray) -> None:
    names = (str(array.dtype), array.dtype.newbyteorder(">").str)
    if returned.shape != array.shape or returned.dtype not in names:
        raise DecodeError("an array that is not as described")


def _error(value: Value) -> RaisedError:
    fields = _mapping(value)
    rows = _list(fields.get("frames"), MAX_FRAMES)
    return RaisedError(
        type=_text(fields.get("type"), MAX_NAME),
        message=_text(fields.get("message"), MAX_MESSAGE),
        frames=tuple(_frame(row) for row in rows),
    )


def _frame(value: Value) -> Frame:
    line, function, filename = [*_list(value, 3), None, None, None][:3]
    return Frame(_whole(line, _MAX_LINE), _text(function, MAX_NAME), _text(filename, MAX_NAME))


def _modified(value: Value, argument_names: tuple[str, ...]) -> tuple[str, ...]:
    names = _list(value, len(argument_names))
    return tuple(name for name in argument_names if name in [_text(n, MAX_NAME) for n in names])


def _shape(value: Value) -> tuple[int, ...]:
    return tuple(_whole(length, 2**63) for length in _list(value, MAX_SHAPE))


def _mapping(value: Value) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise DecodeError("something else where a mapping belongs")
    return value


def _list(value: Value, most: int) -> list[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise DecodeError("something else where a short list belongs")
    return value


def _text(value: Value, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise DecodeError("something else where a short text belongs")
    return clean(value)


def _whole(value: Value, most: int) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise DecodeError("something else where a small number belongs")
    return value
