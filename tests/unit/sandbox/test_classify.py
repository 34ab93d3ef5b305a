"""How each kind of end is told from the others."""

from __future__ import annotations

import signal

import numpy as np
import pytest

from sandbox import frames
from sandbox.classify import Exit, classify
from sandbox.exchange import Ending, Stop
from sandbox.protocol import Limits, RunStatus

LIMITS = Limits(wall_seconds=10.0, cpu_seconds=2.0)
GOOD = frames.pack({"status": "ok", "returned": {"type_name": "int", "crossed": True, "value": 1}})


def end(
    stop: Stop | None = None,
    result: bytes = GOOD,
    status: int = 0,
    cpu: float = 0.1,
    cpu_at_stop: float = 0.1,
) -> RunStatus:
    ending = Ending(stop=stop, result=bytearray(result), cpu_seconds_at_stop=cpu_at_stop)
    return classify(ending, Exit(status, cpu, 0), LIMITS, ("x",)).status


@pytest.mark.parametrize(
    ("status", "facts"),
    [
        (RunStatus.OK, {}),
        (RunStatus.OUTPUT_LIMIT, {"stop": Stop.OUTPUT, "status": 9}),
        (RunStatus.RESULT_LIMIT, {"stop": Stop.RESULT, "status": 9}),
        (RunStatus.CPU_LIMIT, {"stop": Stop.CPU, "status": 9}),
        (RunStatus.IDLE, {"stop": Stop.WALL, "status": 9, "cpu_at_stop": 0.9}),
        (RunStatus.WALL_LIMIT, {"stop": Stop.WALL, "status": 9, "cpu_at_stop": 1.1}),
        (RunStatus.CPU_LIMIT, {"cpu": 2.1}),
        (RunStatus.CPU_LIMIT, {"cpu": 2.1, "status": 9}),
        (RunStatus.SANDBOX_FAILED, {"status": 9}),
        (RunStatus.FORBIDDEN_SYSCALL, {"status": int(signal.SIGSYS)}),
        (RunStatus.CRASHED, {"status": int(signal.SIGSEGV)}),
        (RunStatus.CRASHED, {"status": int(signal.SIGABRT) | 0x80}),
        (RunStatus.EXITED, {"status": 7 << 8}),
        (RunStatus.NO_RESULT, {"result": b""}),
        (RunStatus.MALFORMED_RESULT, {"result": GOOD[:-1]}),
    ],
)
def test_the_status_of_an_end(status: RunStatus, facts: dict[str, object]) -> None:
    assert end(**facts) is status  # type: ignore[arg-type]


def test_a_good_answer_counts_for_nothing_after_a_kill() -> None:
    result = classify(Ending(stop=Stop.WALL, result=bytearray(GOOD)), Exit(9, 0, 0), LIMITS, ())
    assert result.returned is None
    assert result.signal is None


def test_the_cpu_time_of_raising_the_walls_is_not_the_learners() -> None:
    ending = Ending(result=bytearray(GOOD), cpu_seconds_before=0.5)
    result = classify(ending, Exit(0, 2.25, 0), LIMITS, ())
    assert result.status is RunStatus.OK
    assert result.cpu_ms == 1750.0


def test_text_is_made_valid() -> None:
    ending = Ending(result=bytearray(GOOD), output=bytearray(b"a\x00\xff"), output_truncated=True)
    result = classify(ending, Exit(0, 0.25, 1000), LIMITS, ())
    assert result.stdout == "a\ufffd\ufffd"
    assert result.stdout_truncated
    assert (result.cpu_ms, result.peak_memory_bytes) == (250.0, 1000)


def test_an_answer_is_taken_over() -> None:
    answer = {
        "status": "ok",
        "returned": {
            "type_name": "numpy.ndarray",
            "dtype": "float32",
            "shape": [2],
            "crossed": True,
            "value": np.ones(2, np.float32),
        },
        "inputs_modified": ["x"],
    }
    result = classify(Ending(result=bytearray(frames.pack(answer))), Exit(0, 0, 0), LIMITS, ("x",))
    assert result.inputs_modified == ("x",)
    assert result.returned is not None
    assert (result.returned.dtype, result.returned.shape) == ("float32", (2,))
