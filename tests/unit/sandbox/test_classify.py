"""How each kind of end is told from the others."""

from __future__ import annotations

import signal
from dataclasses import replace

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
    result: bytes = b"",
    answered: bool = False,
    status: int = 0,
    cpu: float = 0.1,
    cpu_at_stop: float = 0.1,
    over_memory: bool = False,
) -> RunStatus:
    ending = Ending(stop=stop, answered=answered, result=bytearray(result), cpu_seconds=cpu_at_stop)
    return classify(ending, Exit(status, cpu, over_memory), LIMITS, ("x",)).status


@pytest.mark.parametrize(
    ("status", "facts"),
    [
        (RunStatus.OK, {"result": GOOD, "answered": True}),
        (RunStatus.OK, {"result": GOOD, "answered": True, "status": 9}),
        (RunStatus.OK, {"result": GOOD, "answered": True, "status": 3 << 8}),
        (RunStatus.CPU_LIMIT, {"result": GOOD, "answered": True, "cpu": 2.1}),
        (RunStatus.OUTPUT_LIMIT, {"result": GOOD, "answered": True, "stop": Stop.OUTPUT}),
        (RunStatus.MALFORMED_RESULT, {"result": GOOD[:-1], "answered": True}),
        (RunStatus.OUTPUT_LIMIT, {"stop": Stop.OUTPUT, "status": 9}),
        (RunStatus.RESULT_LIMIT, {"stop": Stop.RESULT, "status": 9}),
        (RunStatus.CPU_LIMIT, {"stop": Stop.CPU, "status": 9}),
        (RunStatus.IDLE, {"stop": Stop.WALL, "status": 9, "cpu_at_stop": 0.9}),
        (RunStatus.WALL_LIMIT, {"stop": Stop.WALL, "status": 9, "cpu_at_stop": 1.1}),
        (RunStatus.FORBIDDEN_SYSCALL, {"stop": Stop.SYSCALL, "status": 9}),
        (RunStatus.SANDBOX_FAILED, {"stop": Stop.STARVED, "status": 9, "cpu_at_stop": 0.0}),
        (RunStatus.CPU_LIMIT, {"cpu": 2.1}),
        (RunStatus.CPU_LIMIT, {"cpu": 2.1, "status": 9}),
        (RunStatus.SANDBOX_FAILED, {"status": 9}),
        (RunStatus.MEMORY_LIMIT, {"status": 9, "over_memory": True}),
        (RunStatus.CRASHED, {"status": int(signal.SIGSEGV), "over_memory": True}),
        (RunStatus.CPU_LIMIT, {"cpu": 2.1, "status": 9, "over_memory": True}),
        (RunStatus.OUTPUT_LIMIT, {"stop": Stop.OUTPUT, "status": 9, "over_memory": True}),
        (RunStatus.NO_RESULT, {"over_memory": True}),
        (RunStatus.FORBIDDEN_SYSCALL, {"status": int(signal.SIGSYS)}),
        (RunStatus.CRASHED, {"status": int(signal.SIGSEGV)}),
        (RunStatus.CRASHED, {"status": int(signal.SIGABRT) | 0x80}),
        (RunStatus.EXITED, {"status": 7 << 8}),
        (RunStatus.NO_RESULT, {}),
        (RunStatus.MALFORMED_RESULT, {"result": GOOD[:-1]}),
    ],
)
def test_the_status_of_an_end(status: RunStatus, facts: dict[str, object]) -> None:
    assert end(**facts) is status  # type: ignore[arg-type]


ANSWERED = Ending(answered=True, result=bytearray(GOOD), cpu_seconds=0.25, wall_seconds=0.5)


def test_a_process_that_answered_and_lives_on() -> None:
    result = classify(ANSWERED, None, LIMITS, (), first=False)
    assert result.status is RunStatus.OK
    assert (result.cpu_ms, result.wall_ms, result.exit_code) == (250.0, 500.0, None)
    assert not result.first


def test_an_answer_that_took_too_much_cpu_time() -> None:
    slow = replace(ANSWERED, cpu_seconds=2.1)
    assert classify(slow, None, LIMITS, ()).status is RunStatus.CPU_LIMIT


def test_a_good_answer_counts_for_nothing_after_a_kill() -> None:
    result = classify(replace(ANSWERED, stop=Stop.OUTPUT), Exit(9, 0), LIMITS, ())
    assert result.returned is None
    assert result.signal is None


def test_the_cpu_time_of_raising_the_walls_is_not_the_learners() -> None:
    result = classify(replace(ANSWERED, cpu_seconds_before=0.5), Exit(0, 2.25), LIMITS, ())
    assert result.status is RunStatus.OK
    assert result.cpu_ms == 1750.0


def test_text_is_made_valid() -> None:
    ending = replace(ANSWERED, output=bytearray(b"a\x00\xff"), output_truncated=True)
    result = classify(ending, Exit(0, 0.25), LIMITS, ())
    assert result.stdout == "a\ufffd\ufffd"
    assert result.stdout_truncated
    assert result.cpu_ms == 250.0


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
    ending = replace(ANSWERED, result=bytearray(frames.pack(answer)))
    result = classify(ending, None, LIMITS, ("x",))
    assert result.inputs_modified == ("x",)
    assert result.returned is not None
    assert (result.returned.dtype, result.returned.shape) == ("float32", (2,))


@pytest.mark.parametrize(
    ("stop", "killed", "reported", "reports", "name"),
    [
        (Stop.SYSCALL, signal.SIGKILL, "ptrace", True, "ptrace"),
        (None, signal.SIGSYS, None, True, "unshare"),
        (None, signal.SIGSYS, None, False, None),
    ],
)
def test_a_forbidden_call_is_named_where_the_kernel_tells(
    stop: Stop | None, killed: int, reported: str | None, reports: bool, name: str | None
) -> None:
    ending = Ending(stop=stop, syscall=reported, reports_calls=reports)
    result = classify(ending, Exit(int(killed), 0.1), LIMITS, ("x",))
    assert (result.status, result.syscall) == (RunStatus.FORBIDDEN_SYSCALL, name)
    assert result.signal == signal.SIGSYS


def test_a_machine_that_is_too_busy_is_named_as_the_fault() -> None:
    result = classify(Ending(stop=Stop.STARVED), Exit(9, 0.1), LIMITS, ("x",))
    assert "too busy" in result.detail
    assert result.signal is None
