"""Each limit, told apart from all other ends of a process."""

from __future__ import annotations

import math

import pytest

from sandbox.protocol import Limits, RunStatus

from .conftest import Run

MIB = 2**20
SHORT = Limits(wall_seconds=20.0, cpu_seconds=0.3, memory_bytes=64 * MIB)


def test_cpu_time_is_held_in_fractions_of_a_second(run: Run) -> None:
    result = run("def f():\n    while True:\n        pass\n", SHORT)
    assert result.status is RunStatus.CPU_LIMIT, result
    assert 300 <= result.cpu_ms < 1000


def test_cpu_time_in_one_long_call_of_c_code(run: Run) -> None:
    result = run("def f():\n    return 7 ** (7 ** 10) % 3\n", SHORT)
    assert result.status is RunStatus.CPU_LIMIT, result


def test_the_kernel_holds_cpu_time_when_nobody_watches(run: Run) -> None:
    result = run(
        "import resource\ndef f():\n    return list(resource.getrlimit(resource.RLIMIT_CPU))\n",
        SHORT,
    )
    assert result.returned is not None
    assert result.returned.value == [math.ceil(SHORT.cpu_seconds) + 1] * 2


def test_waiting_is_idle(run: Run) -> None:
    result = run("import time\ndef f():\n    time.sleep(60)\n", Limits(wall_seconds=0.3))
    assert result.status is RunStatus.IDLE, result
    assert 300 <= result.wall_ms < 10_000
    assert result.signal is None


def test_working_beyond_the_wall_limit(run: Run) -> None:
    limits = Limits(wall_seconds=0.3, cpu_seconds=50.0)
    result = run("def f():\n    while True:\n        pass\n", limits)
    assert result.status in (RunStatus.WALL_LIMIT, RunStatus.IDLE), result
    assert (result.status is RunStatus.IDLE) == (result.cpu_ms < 30)


@pytest.mark.parametrize(
    "expression",
    [
        "bytearray(100 << 20)",
        "np.ones(100 << 17)",
        "[bytearray(1 << 20) for _ in range(100)]",
        "[[] for _ in range(10 ** 7)]",
        "'x' * (100 << 20)",
        "mmap.mmap(-1, 300 << 20)",
    ],
)
def test_memory(run: Run, expression: str) -> None:
    limits = Limits(cpu_seconds=20.0, wall_seconds=100.0, memory_bytes=64 * MIB)
    result = run(f"import mmap\nimport numpy as np\ndef f():\n    x = {expression}\n", limits)
    assert result.status is RunStatus.MEMORY_LIMIT, result


def test_memory_within_the_limit_is_there(run: Run) -> None:
    result = run("import numpy as np\ndef f():\n    return float(np.ones(40 << 17).sum())\n", SHORT)
    assert result.status is RunStatus.OK, result


def test_a_memory_error_of_ones_own(run: Run) -> None:
    result = run("def f():\n    raise MemoryError('mine')\n")
    assert result.status is RunStatus.MEMORY_LIMIT
    assert result.error is not None
    assert result.error.message == "mine"


@pytest.mark.parametrize("stream", ["sys.stdout", "sys.stderr"])
def test_output(run: Run, stream: str) -> None:
    result = run(
        f"import sys\ndef f():\n    while True:\n        print('abcdefgh', file={stream})\n",
        Limits(output_bytes=1000),
    )
    assert result.status is RunStatus.OUTPUT_LIMIT, result
    assert result.stdout == ("abcdefgh\n" * 1000)[:1000]
    assert result.stdout_truncated


def test_output_up_to_the_limit(run: Run) -> None:
    limits = Limits(output_bytes=1000)
    exact = run("def f():\n    print('x' * 1000, end='')\n", limits)
    assert exact.status is RunStatus.OK
    assert len(exact.stdout) == 1000
    over = run("import os\ndef f():\n    print('x' * 1001, end='')\n    os._exit(0)\n", limits)
    assert over.status is RunStatus.OUTPUT_LIMIT


@pytest.mark.parametrize("expression", ["np.zeros(2 << 17)", "['x' * 1000] * 2000"])
def test_a_result_that_is_too_large(run: Run, expression: str) -> None:
    limits = Limits(result_bytes=MIB)
    result = run(f"import numpy as np\ndef f():\n    return {expression}\n", limits)
    assert result.status is RunStatus.RESULT_LIMIT, result


def test_a_flood_of_result_bytes(run: Run) -> None:
    result = run(
        "import os\ndef f():\n    while True:\n        os.write(3, b'x' * 65536)\n",
        Limits(result_bytes=MIB),
    )
    assert result.status is RunStatus.RESULT_LIMIT, result


@pytest.mark.parametrize(
    ("source", "status", "code"),
    [
        ("import os\ndef f():\n    os._exit(0)\n", RunStatus.NO_RESULT, 0),
        ("import os\ndef f():\n    os._exit(7)\n", RunStatus.EXITED, 7),
        ("import os\nos._exit(99)\n", RunStatus.EXITED, 99),
        ("import os\ndef f():\n    os.close(3)\n", RunStatus.NO_RESULT, 0),
    ],
)
def test_exits(run: Run, source: str, status: RunStatus, code: int) -> None:
    result = run(source)
    if "close" in source:
        assert result.status in (RunStatus.NO_RESULT, RunStatus.EXITED), result
    else:
        assert (result.status, result.exit_code) == (status, code)


@pytest.mark.parametrize(
    "source",
    [
        "import ctypes\ndef f():\n    ctypes.string_at(0)\n",
        "import os\ndef f():\n    os.abort()\n",
        "import ctypes\ndef f():\n    ctypes.memset(1, 0, 8)\n",
    ],
)
def test_crashes(run: Run, source: str) -> None:
    result = run(source)
    assert result.status is RunStatus.CRASHED, result
    assert result.signal is not None
    assert result.returned is None


def test_descriptors_run_out(run: Run) -> None:
    result = run("import os\ndef f():\n    x = []\n    while True:\n        x.append(os.dup(1))\n")
    assert result.status is RunStatus.EXCEPTION
    assert result.error is not None
    assert result.error.message == "[Errno 24] Too many open files"
