"""Values and exceptions of untrusted code as bounded plain data, whatever they do when asked."""

from __future__ import annotations

from collections import deque
from types import CodeType, TracebackType
from typing import Any

import numpy as np

from sandbox.arrays import EncodeError, encode_parts

MAX_NAME = 200
MAX_MESSAGE = 4000
MAX_FRAMES = 20
MAX_SHAPE = 64

_TRACEBACK = BaseException.__dict__["__traceback__"]
_NO_MESSAGE = "(its message could not be made: str() of it failed)"


def describe_value(value: object, most_bytes: int) -> dict[str, Any] | None:
    """The fields of ``protocol.Returned``; None when its data is more than ``most_bytes``."""
    described: dict[str, Any] = {
        "type_name": type_name(type(value)),
        "crossed": False,
        "value": None,
    }
    if isinstance(value, np.ndarray | np.generic):
        # The attributes of the base class: those of a subclass may say anything.
        array = value if isinstance(value, np.ndarray) else np.asarray(value)
        described["dtype"] = bounded(str(np.ndarray.dtype.__get__(array)), MAX_NAME)
        described["shape"] = list(np.ndarray.shape.__get__(array))[:MAX_SHAPE]
        if type(array) is np.ndarray and array.nbytes > most_bytes:
            return None
    try:
        encoded_bytes = sum(map(len, encode_parts(value)))
    except EncodeError:
        return described
    if encoded_bytes > most_bytes:
        return None
    return {**described, "crossed": True, "value": value}


def describe_error(error: BaseException, filenames: tuple[str, ...]) -> dict[str, Any]:
    """The fields of ``protocol.RaisedError``; frames only from files named ``filenames``."""
    try:
        message = bounded(str(error), MAX_MESSAGE)
    except BaseException:
        message = _NO_MESSAGE
    frames: deque[list[Any]] = deque(maxlen=MAX_FRAMES)
    traceback: TracebackType | None = _TRACEBACK.__get__(error)
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename in filenames:
            frames.append(_frame(code, traceback.tb_lineno))
        traceback = traceback.tb_next
    return {"type": type_name(type(error)), "message": message, "frames": list(frames)}


def describe_syntax_error(error: Exception) -> dict[str, Any]:
    """The same for source that does not compile: the one frame is where."""
    line = getattr(error, "lineno", None) or 0
    filename = getattr(error, "filename", None) or ""
    message = getattr(error, "msg", None) or str(error)
    frame = [line, "<module>", bounded(filename, MAX_NAME)]
    return {
        "type": type(error).__name__,
        "message": bounded(message, MAX_MESSAGE),
        "frames": [frame] if line else [],
    }


def type_name(kind: type) -> str:
    """Qualified name of a type, bare for built-in ones."""
    # Read past a metaclass, which may say anything.
    module = type.__dict__["__module__"].__get__(kind)
    name = bounded(type.__dict__["__qualname__"].__get__(kind), MAX_NAME)
    if type(module) is not str or module in ("builtins", "__main__"):
        return name
    return bounded(f"{module}.{name}", MAX_NAME)


def bounded(text: object, most: int) -> str:
    """At most ``most`` characters of ``text``, valid as UTF-8."""
    if type(text) is not str:
        return "?"
    return text[:most].encode("utf-8", "replace").decode("utf-8")


def _frame(code: CodeType, line: int | None) -> list[Any]:
    return [line or 0, bounded(code.co_qualname, MAX_NAME), bounded(code.co_filename, MAX_NAME)]
