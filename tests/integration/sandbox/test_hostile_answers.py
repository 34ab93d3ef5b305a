"""Answers that a child forges on its own result descriptor."""

from __future__ import annotations

import pytest

from sandbox import frames
from sandbox.arrays import encode
from sandbox.protocol import RunStatus

from .conftest import Run

GOOD = {
    "status": "ok",
    "returned": {"type_name": "int", "crossed": True, "value": 1},
    "inputs_modified": [],
}
ERROR = {"type": "E", "message": "m", "frames": []}

FORGED = {
    "noise": b"\xff" * 100,
    "one byte": b"\x00",
    "a length of more than all memory": b"\xff" * 8 + encode(GOOD),
    "trailing bytes": frames.pack(GOOD) + b"\x00",
    "two answers": frames.pack(GOOD) * 2,
    "not a mapping": frames.pack([1, 2]),
    "no status": frames.pack({}),
    "a status for the client to give": frames.pack({"status": "sandbox_failed"}),
    "a status that is a list": frames.pack({"status": ["ok"]}),
    "no returned value": frames.pack({"status": "ok"}),
    "an unknown field": frames.pack({**GOOD, "cpu_ms": 0}),
    "an array that is not there": frames.pack(
        {"status": "ok", "returned": {"type_name": "numpy.ndarray", "crossed": True, "value": 1}}
    ),
    "a message that is too long": frames.pack(
        {"status": "exception", "error": {**ERROR, "message": "x" * 5000}}
    ),
    "too many frames": frames.pack(
        {"status": "exception", "error": {**ERROR, "frames": [[1, "f", "s"]] * 21}}
    ),
    "a frame that is a number": frames.pack(
        {"status": "exception", "error": {**ERROR, "frames": [1]}}
    ),
    "a negative line": frames.pack(
        {"status": "exception", "error": {**ERROR, "frames": [[-1, "f", "s"]]}}
    ),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_answer_is_malformed(run: Run, name: str) -> None:
    source = f"import os\ndef f():\n    os.write(3, {FORGED[name]!r})\n    os._exit(0)\n"
    result = run(source)
    assert result.status is RunStatus.MALFORMED_RESULT, result
    assert result.returned is None
    assert result.error is None
    assert result.detail


def test_an_answer_before_the_answer_is_malformed(run: Run) -> None:
    source = f"import os\ndef f():\n    os.write(3, {frames.pack(GOOD)!r})\n    return 2\n"
    assert run(source).status is RunStatus.MALFORMED_RESULT


def test_a_failure_of_the_sandbox_cannot_be_forged(run: Run) -> None:
    forged = frames.pack_not_locked("sorry")
    source = f"import os\ndef f():\n    os.write(3, {forged!r})\n    os._exit(1)\n"
    assert run(source).status is RunStatus.EXITED
