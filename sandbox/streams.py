"""Python's standard streams over descriptors 0 to 2, as every run finds them."""

from __future__ import annotations

import io
import sys

_INPUT, _OUTPUT, _ERRORS = range(3)


def prepare_streams() -> None:
    """Make them anew, whatever the run before did with them; first, before there is any run.

    Output is written through: what was printed before a crash, a kill or ``os._exit`` is not lost.
    """
    sys.stdin = sys.__stdin__ = _text(_INPUT, "r")  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = _text(_OUTPUT, "w")  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _text(_ERRORS, "w")  # type: ignore[misc]


def silence() -> None:
    """Until they are made anew: what is printed then is no run's."""
    sys.stdout = sys.stderr = io.StringIO()


def _text(descriptor: int, mode: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else raw
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", "\n", write_through=True)
