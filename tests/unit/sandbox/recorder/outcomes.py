"""What comes of a program: what it returns or raises, where, and what it prints."""

from __future__ import annotations

import io
import traceback
import warnings
from contextlib import redirect_stdout
from dataclasses import dataclass
from types import CodeType
from typing import Any

import numpy as np

from sandbox.protocol import Trace, TraceLimits
from sandbox.recorder import Recording, instrument

FILENAME = "program.py"


@dataclass(frozen=True, slots=True)
class Outcome:
    """As text, bit for bit."""

    result: str
    raised: tuple[str, str] | None
    frames: tuple[tuple[int | None, str], ...]
    printed: str


def plain(source: str, *arguments: object) -> Outcome:
    """Of the program as it is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        code = compile(source, FILENAME, "exec", dont_inherit=True)
    return _outcome(code, arguments)


def recorded(source: str, *arguments: object) -> tuple[Outcome, Trace]:
    """Of the program instrumented, and what is recorded."""
    recording = Recording(instrument(source, FILENAME), TraceLimits())
    return _outcome(recording.code, arguments), recording.trace()


def trace(source: str, *arguments: object) -> Trace:
    """What is recorded of a program that ends well."""
    outcome, trace = recorded(source, *arguments)
    assert outcome.raised is None
    return trace


def values(trace: Trace) -> list[Any]:
    """All records' values, in order, as lists."""
    return [trace.stacks[stack][row].tolist() for *_, stack, row in trace.records.tolist()]


def _outcome(code: CodeType, arguments: tuple[object, ...]) -> Outcome:
    printed = io.StringIO()
    namespace: dict[str, Any] = {"__name__": "program"}
    with redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(code, namespace)
            result = exact(namespace["f"](*arguments))
        except BaseException as error:
            places = traceback.walk_tb(error.__traceback__)
            frames = [
                (line, frame.f_code.co_qualname)
                for frame, line in places
                if frame.f_code.co_filename == FILENAME
            ]
            raised = (type(error).__name__, str(error))
            return Outcome("", raised, tuple(frames), printed.getvalue())
    return Outcome(result, None, (), printed.getvalue())


def exact(value: object) -> str:
    """Arrays with dtype and bytes; addresses, which differ from run to run, left out."""
    if type(value) is np.ndarray and not value.dtype.hasobject:
        return f"array({value.dtype}, {value.shape}, {value.tobytes().hex()})"
    if type(value) in (list, tuple):
        return f"{type(value).__name__}({', '.join(map(exact, value))})"  # type: ignore[call-overload]
    return repr(value).split(" at 0x")[0]
