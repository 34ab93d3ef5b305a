"""What the product's own encoder makes: where the search for hostile bytes begins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from sandbox import frames
from sandbox.arrays import encode
from sandbox.protocol import Module, RunRequest
from tests.fuzz.properties import ARGUMENT_NAMES

_DTYPES = "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64"
_ERROR = {
    "type": "ValueError",
    "message": "no\n\N{SNAKE}",
    "frames": [[3, "f", "s.py"], [4, "g", ""]],
}


def seeds() -> list[bytes]:
    """Encoded values, without the frame's length; whole answers among them."""
    return [encode(value) for value in [*_plain(), *_arrays(), *_answers()]] + [_job()[8:]]


def tokens() -> list[bytes]:
    """What a random change would hardly hit upon: names of fields, and values of them."""
    names = {word for answer in _answers() for word in _words(answer)}
    return sorted(name.encode() for name in names if name)


def _plain() -> list[Any]:
    return [
        None,
        [True, False, 0, -1, 255, -(2**64), 2**4000, 0.0, -0.0, float("nan"), float("inf")],
        {"": [], "a": {}, "\N{SNAKE}": ["text", [[[None]]]]},
    ]


def _arrays() -> Iterator[np.ndarray]:
    for name in [*_DTYPES.split(), "complex128"]:
        yield np.ones((2, 1, 3), name)
        yield np.zeros((), name)
    yield np.zeros((0, 4, 0))
    yield np.ones((1,) * 32, np.float32)
    yield np.array([np.nan, -0.0, np.inf, 5e-324])


def _answers() -> list[dict[str, Any]]:
    array = np.ones((2, 3), np.float32)
    described = {"type_name": "numpy.ndarray", "dtype": "float32", "shape": [2, 3]}
    return [
        {
            "status": "ok",
            "returned": {**described, "crossed": True, "value": array},
            "inputs_modified": list(ARGUMENT_NAMES),
        },
        {"status": "ok", "returned": {**described, "crossed": False, "value": None}},
        {"status": "ok", "returned": {"type_name": "list", "crossed": True, "value": [1, 2.5]}},
        {"status": "exception", "error": _ERROR},
        {"status": "syntax_error", "error": {**_ERROR, "frames": []}},
        {"status": "memory_limit", "error": _ERROR},
        {"status": "memory_limit"},
        {"status": "no_function"},
        {"status": "result_limit", "inputs_modified": ["x"]},
    ]


def _job() -> bytes:
    module = Module("submission", "def f(x):\n    return x\n", "f.py")
    return b"".join(frames.pack_job(RunRequest((module,), "f", {"x": np.ones(3)})))


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _words(item)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)
