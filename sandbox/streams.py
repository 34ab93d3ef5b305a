"""Python's standard streams over descriptors 0 to 2, as every run finds them."""

from __future__ import annotations

import io
import sys

STREAMS = frozenset("stdin stdout stderr __stdin__ __stdout__ __stderr__".split())
"""Their names in ``sys``."""

_INPUT, _OUTPUT, _ERRORS = range(3)


def made() -> dict[str, io.TextIOWrapper]:
    """Streams that nobody has used, under the names in ``STREAMS``.

    Output is written through: what was printed before a crash, a kill or ``os._exit`` is not lost.
    """
    three = {"stdin": _text(_INPUT, "r"), "stdout": _text(_OUTPUT, "w")}
    three["stderr"] = _text(_ERRORS, "w")
    return three | {f"__{name}__": stream for name, stream in three.items()}


def prepare_streams() -> None:
    """Before there is any run."""
    vars(sys).update(made())


def silence() -> None:
    """Until there are others: what is printed then is no run's."""
    sys.stdout = sys.stderr = io.StringIO()


def _text(descriptor: int, mode: str) -> io.TextIOWrapper:
    raw = io.FileIO(descriptor, mode, closefd=False)
    buffer = io.BufferedReader(raw) if mode == "r" else raw
    return io.TextIOWrapper(buffer, "utf-8", "backslashreplace", "\n", write_through=True)
