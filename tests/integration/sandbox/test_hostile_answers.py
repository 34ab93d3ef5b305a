"""Answers that a child forges on its own result descriptor: the first whole one is its answer, and
worth what any answer is.
"""

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
    "one byte": b"\x00",
    "a shorter length": frames.pack([])[:8] + frames.pack(GOOD)[8:],
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


FOREVER = "time.sleep(1000)"
FLOOD = "while True: os.write(3, bytes(65536))"


@pytest.mark.parametrize("then", ["return 2", "os._exit(7)", "os.abort()", FOREVER, FLOOD])
@pytest.mark.parametrize("forged", [frames.pack(GOOD), frames.pack(GOOD) * 2])
def test_the_first_answer_is_the_answer(run: Run, then: str, forged: bytes) -> None:
    source = f"import os, time\ndef f():\n    os.write(3, {forged!r})\n    {then}\n"
    result = run(source)
    assert result.status is RunStatus.OK, result
    assert result.returned is not None
    assert result.returned.value == 1


@pytest.mark.parametrize("forged", [b"\xff" * 100, b"\xff" * 8 + encode(GOOD)])
def test_more_than_an_answer_may_hold_is_not_read(run: Run, forged: bytes) -> None:
    source = f"import os, time\ndef f():\n    os.write(3, {forged!r})\n    {FOREVER}\n"
    assert run(source).status is RunStatus.RESULT_LIMIT


def test_an_answer_that_never_ends_is_waited_for_as_long_as_any(run: Run) -> None:
    source = "import os\ndef f():\n    os.write(3, bytes([9] + [0] * 7))\n    return 'x' * 10000\n"
    result = run(source)
    assert result.status is RunStatus.MALFORMED_RESULT, result


def test_a_failure_of_the_sandbox_cannot_be_forged(run: Run) -> None:
    forged = frames.pack_not_locked("sorry")
    source = f"import os\ndef f():\n    os.write(3, {forged!r})\n    os._exit(1)\n"
    assert run(source).status is RunStatus.EXITED
