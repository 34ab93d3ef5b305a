"""Programs that are recorded, behind the walls: as they are without, within the same limits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from sandbox.pool import Pool
from sandbox.protocol import Limits, RunResult, RunStatus, Trace, TraceLimits, Value

from .conftest import program

Both = Callable[..., tuple[RunResult, RunResult]]

HEAVY = """
    import numpy as np
    def f():
        x = np.ones(3)
        for i in range(10**7):
            x = x * 1.0 + 0.0
        return x
"""
CAUGHT = """
    import numpy as np
    def f():
        while True:
            try:
                x = np.ones(3)
                while True:
                    x = x * 2
            except BaseException:
                pass
"""


@pytest.fixture
def both(pool: Pool) -> Both:
    """Run a program as it is, and recorded."""

    def run(source: str, limits: Limits | None = None, **arguments: Value) -> tuple[RunResult, ...]:
        plain = program(source, limits, **arguments)
        return pool.run(plain), pool.run(replace(plain, trace=TraceLimits(cpu_seconds=0.2)))

    return run  # type: ignore[return-value]


def same(plain: RunResult, traced: RunResult) -> bool:
    """All that is judged or shown."""
    return replace(plain, wall_ms=0.0, cpu_ms=0.0, returned=None) == replace(
        traced, wall_ms=0.0, cpu_ms=0.0, returned=None, trace=None
    ) and repr(plain.returned) == repr(traced.returned)


def values(trace: Trace | None) -> list[list[float]]:
    assert trace is not None
    return [trace.stacks[stack][row].ravel().tolist() for *_, stack, row in trace.records.tolist()]


def test_the_trace_comes_with_the_answer(both: Both) -> None:
    plain, traced = both(
        """
        import numpy as np
        def double(x):
            return x + x
        def f(x):
            print(x)
            return double(x) * 3
        """,
        x=np.array([1.0, 2.0]),
    )
    assert same(plain, traced)
    assert plain.trace is None
    assert values(traced.trace) == [[2.0, 4.0], [2.0, 4.0], [6.0, 12.0]]
    assert traced.trace is not None
    assert traced.trace.complete
    assert traced.trace.calls[:, 0].tolist() == [-1, 0]


def test_what_was_computed_before_an_exception(both: Both) -> None:
    plain, traced = both("def f(x):\n    y = x + 1\n    return y @ x[:1]\n", x=np.ones(3))
    assert plain.status is RunStatus.EXCEPTION
    assert same(plain, traced)
    assert values(traced.trace) == [[2.0, 2.0, 2.0], [1.0]]


@pytest.mark.parametrize("source", [HEAVY, CAUGHT], ids=["10^7 operations", "catches everything"])
def test_a_long_run_ends_with_what_it_has(both: Both, source: str) -> None:
    plain, traced = both(source, Limits(cpu_seconds=0.6))
    assert plain.status is RunStatus.CPU_LIMIT
    assert traced.status is RunStatus.UNFINISHED
    assert traced.trace is not None
    assert not traced.trace.complete
    assert values(traced.trace)[0] == [1.0, 1.0, 1.0]
    assert len(traced.trace.records) < 20_000


def test_a_loop_without_values_ends_as_well(both: Both) -> None:
    plain, traced = both("def f():\n    while True:\n        pass\n", Limits(cpu_seconds=0.6))
    assert plain.status is RunStatus.CPU_LIMIT
    assert traced.status is RunStatus.UNFINISHED
    assert values(traced.trace) == []


def test_large_arrays_are_not_copied(both: Both) -> None:
    source = """
        import numpy as np
        def f():
            x = np.zeros(100 * 2**20, np.uint8)
            x[3] = 1
            return int(x[:5].sum()) + int((x[1:3] + 1)[0])
    """
    plain, traced = both(source, Limits(memory_bytes=160 * 2**20))
    assert plain.status is RunStatus.OK
    assert same(plain, traced)
    assert traced.trace is not None
    assert traced.trace.dropped >= 1
    assert sum(stack.nbytes for stack in traced.trace.stacks) < 100


def test_too_much_memory(both: Both) -> None:
    source = "import numpy as np\ndef f(x):\n    y = x + 1\n    return np.ones(10**9) + y\n"
    plain, traced = both(source, x=np.ones(1))
    assert plain.status is RunStatus.MEMORY_LIMIT
    assert same(plain, traced)
    assert values(traced.trace) == [[2.0]]


def test_deep_recursion(both: Both) -> None:
    source = """
        def down(x, n):
            return x if n == 0 else down(x + 1, n - 1)
        def f(x, n):
            return down(x, n)
    """
    plain, traced = both(source, x=np.zeros(1), n=900)
    assert same(plain, traced)
    assert values(traced.trace)[900 - 1] == [900.0]


def test_recursion_without_end_is_no_other_fault(both: Both) -> None:
    plain, traced = both("def f(x):\n    return f(x + 1)\n", x=np.zeros(1))
    for result in (plain, traced):
        assert result.status is RunStatus.EXCEPTION
        assert result.error is not None
        assert result.error.type == "RecursionError"
    assert len(values(traced.trace)) > 900


@pytest.mark.parametrize(
    "source",
    [
        "import inspect\ndef f(x):\n    return inspect.getsource(f) + str(x + 1)\n",
        "import sys\ndef f(x):\n    return sys._getframe().f_lineno + int((x + 1)[0])\n",
        "import sys\ndef f(x):\n    y = x + 1\n    return sorted(sys._getframe().f_locals)\n",
        "import sys\ndef f(x):\n    y = x + 1\n    return sys._getframe().f_code.co_varnames\n",
        "import builtins\ndef f(x):\n    y = x + 1\n    return dir(builtins)\n",
        "def f(x):\n    y = x + 1\n    return sorted(globals()), sorted(locals())\n",
        """
        import traceback
        def f(x):
            try:
                x[0] + x @ x[:0]
            except ValueError:
                return traceback.format_exc(limit=1).splitlines()[:3]
        """,
        "import inspect\ndef f(x):\n    y = x + 1\n    return inspect.stack()[0].lineno\n",
    ],
)
def test_code_that_inspects_itself_sees_itself(both: Both, source: str) -> None:
    plain, traced = both(source, x=np.ones(2))
    assert plain.status is RunStatus.OK
    assert same(plain, traced)
    assert len(values(traced.trace)) >= 1


@pytest.mark.parametrize(
    "source",
    [
        # Everything that the code object holds is called, with nonsense and at the wrong time.
        """
        def f(x):
            y = x + 1
            for hook in f.__code__.co_consts:
                for arguments in [(), (1,), (x, 0), (x, -7), (x, "a"), (0, "a"), (x, 10**30)]:
                    try:
                        hook(*arguments)
                    except Exception:
                        pass
            return y
        """,
        # The recorder is found and broken.
        """
        import gc
        def f(x):
            y = x + 1
            for thing in gc.get_objects():
                if type(thing).__name__ in ("Recording", "Values", "Calls", "Seen"):
                    vars(thing).clear()
            return y
        """,
        """
        import sys, time
        sys._getframe = time.perf_counter = time.process_time = lambda *a: 1 / 0
        def f(x):
            return x + 1
        """,
    ],
    ids=["hooks are called", "the recorder is broken", "what it needs is replaced"],
)
def test_code_that_finds_the_recorder_changes_no_result(both: Both, source: str) -> None:
    """A plain run is judged; a traced one answers something that can be read, or fails itself."""
    plain, traced = both(source, x=np.ones(2))
    assert plain.status is RunStatus.OK
    assert plain.returned is not None
    assert np.array_equal(plain.returned.value, np.full(2, 2.0))  # type: ignore[arg-type]
    assert traced.status in (RunStatus.OK, RunStatus.EXCEPTION, RunStatus.MALFORMED_RESULT)


def test_no_room_for_the_trace(both: Both) -> None:
    source = "def f(x):\n    return [x + i for i in range(200)][0]\n"
    plain, traced = both(source, Limits(result_bytes=10_000), x=np.zeros(1000))
    assert same(plain, traced)
    assert traced.trace is None
