"""Runs that share a child: what is fresh for each, when a child goes on and when it does not."""

from __future__ import annotations

import pytest

from sandbox import frames
from sandbox.pool import Pool
from sandbox.protocol import Limits, RunRequest, RunResult, RunStatus, Value

from .conftest import program

ONE = frames.pack({"status": "ok", "returned": {"type_name": "int", "crossed": True, "value": 1}})
DOUBLE = program("def f(x):\n    return 2 * x\n", x=1)


def value(result: RunResult) -> Value:
    assert result.returned is not None, result
    return result.returned.value


def test_runs_share_a_child(pool: Pool) -> None:
    where = program("def f():\n    return id(f.__builtins__), __import__('os').getpid()\n")
    with pool.batch() as batch:
        results = [batch.run(where) for _ in range(3)]
        alone = batch.run(where, alone=True)
        after = batch.run(where)
    assert [result.first for result in (*results, alone, after)] == [
        True,
        False,
        False,
        True,
        False,
    ]


def test_a_batch_leaves_nothing_to_the_next(pool: Pool) -> None:
    for _ in range(2):
        with pool.batch() as batch:
            assert batch.run(DOUBLE).first


def test_the_module_and_the_arguments_are_fresh(pool: Pool) -> None:
    source = """
        seen = []
        def f(x, y=[]):
            seen.append(x[0]); y.append(1); f.calls = getattr(f, 'calls', 0) + 1
            x[0] = 99
            return [len(seen), len(y), f.calls, seen[0]]
    """
    with pool.batch() as batch:
        results = [batch.run(program(source, x=[7])) for _ in range(3)]
    assert [value(result) for result in results] == [[1, 1, 1, 7]] * 3
    assert [result.inputs_modified for result in results] == [("x",)] * 3


def test_what_honest_code_changes_is_put_back(pool: Pool) -> None:
    source = """
        import builtins, random, sys, warnings
        import numpy as np
        def f():
            seen = [hasattr(builtins, 'left'), np.geterr()['over'], np.random.rand(),
                    np.get_printoptions()['precision'], random.random(),
                    sys.getrecursionlimit(), np.exp is None]
            warnings.warn('once')
            builtins.left = True
            np.seterr(all='ignore'); np.set_printoptions(precision=2)
            np.random.seed(); random.seed()
            sys.setrecursionlimit(5000); warnings.simplefilter('ignore'); sys.stdout.close()
            np.exp = None
            return seen
    """
    with pool.batch() as batch:
        results = [batch.run(program(source)) for _ in range(3)]
        alone = batch.run(program(source), alone=True)
    assert [value(result) for result in results] == [value(alone)] * 3
    assert [result.stdout for result in results] == [alone.stdout] * 3
    assert "once" in alone.stdout


def test_each_run_has_its_own_output_and_time(pool: Pool) -> None:
    source = "def f(n):\n    print('x' * n)\n    return sum(range(n * 100000))\n"
    with pool.batch() as batch:
        first, second = (batch.run(program(source, n=n)) for n in (50, 1))
    assert (first.stdout, second.stdout) == ("x" * 50 + "\n", "x\n")
    assert 0 < second.cpu_ms < first.cpu_ms


def test_what_is_left_of_a_run_speaks_in_no_other(pool: Pool) -> None:
    source = """
        class Loud:
            def __del__(self):
                print('freed')
        loud = Loud()
        def f():
            print('run')
    """
    with pool.batch() as batch:
        results = [batch.run(program(source)) for _ in range(3)]
    assert [result.stdout for result in results] == ["run\n"] * 3


def test_another_source_may_follow(pool: Pool) -> None:
    with pool.batch() as batch:
        assert value(batch.run(DOUBLE)) == 2
        assert value(batch.run(program("def f(x):\n    return 3 * x\n", x=1))) == 3


ENDS = {
    "exit": ("import os\ndef f():\n    os._exit(3)\n", RunStatus.EXITED),
    "crash": ("import os\ndef f():\n    os.abort()\n", RunStatus.CRASHED),
    "forbidden": (
        "import os\ndef f():\n    os.execv('/bin/true', ['true'])\n",
        RunStatus.FORBIDDEN_SYSCALL,
    ),
    "wait": ("import time\ndef f():\n    time.sleep(1000)\n", RunStatus.IDLE),
    "flood": ("def f():\n    print('x' * 10**6)\n", RunStatus.OUTPUT_LIMIT),
}


@pytest.mark.parametrize("name", ENDS)
def test_a_run_that_ends_its_child_ends_that_alone(pool: Pool, name: str) -> None:
    source, status = ENDS[name]
    with pool.batch() as batch:
        assert batch.run(DOUBLE).first
        ended = batch.run(program(source, Limits(wall_seconds=0.3)))
        assert (ended.status, ended.first) == (status, False)
        after = batch.run(DOUBLE)
        assert (value(after), after.first) == (2, True)


@pytest.mark.parametrize(
    "limits", [Limits(memory_bytes=100 << 20), Limits(cpu_seconds=1.0)], ids=["memory", "cpu"]
)
def test_other_limits_of_the_kernel_are_another_child(pool: Pool, limits: Limits) -> None:
    other = RunRequest(DOUBLE.modules, DOUBLE.function, DOUBLE.arguments, limits)
    looser = RunRequest(DOUBLE.modules, DOUBLE.function, DOUBLE.arguments, Limits(wall_seconds=3.0))
    with pool.batch() as batch:
        runs = [batch.run(request) for request in (DOUBLE, looser, other, other)]
    assert [run.first for run in runs] == [True, False, True, False]


def test_a_child_that_has_used_much_cpu_time_is_not_asked_again(pool: Pool) -> None:
    """Each run has all of its limit left, and the kernel's limit for the child is never reached."""
    source = """
        import time
        def f():
            start = time.process_time()
            while time.process_time() - start < 0.4:
                pass
    """
    with pool.batch() as batch:
        request = program(source, Limits(cpu_seconds=0.5, wall_seconds=60.0))
        runs = [batch.run(request) for _ in range(5)]
    assert {run.status for run in runs} == {RunStatus.OK}
    assert [run.first for run in runs] == [True, False, False, True, False]


LATER = {
    "answers in advance": f"os.write(3, {ONE!r} * 5)",
    "an answer when the module is freed": (
        f"globals()['d'] = type('D', (), {{'__del__': lambda self: os.write(3, {ONE!r})}})()"
    ),
    "an exit when the module is freed": (
        "globals()['d'] = type('D', (), {'__del__': lambda self: os._exit(0)})()"
    ),
    "a closed job": "os.close(4)",
    "a closed answer": "os.write = lambda fd, data, w=os.write: (w(fd, data), os.close(3))[0]",
    "a read that lies": "os.read = lambda fd, n: b''",
    "memory that stays": "sys.modules['left'] = bytearray(200 << 20)",
    "a function of the grader replaced": (
        "sys._getframe(2).f_globals['encode'] = lambda value: b'nothing'"
    ),
}


@pytest.mark.parametrize("name", LATER)
def test_what_is_done_to_a_later_run_never_outlives_its_child(pool: Pool, name: str) -> None:
    """The next run may go wrong, but says that it shared its child; alone it is right."""
    spoil = program(f"import os, sys\ndef f(x):\n    {LATER[name]}\n    return 2 * x\n", x=1)
    needy = program("def f(x):\n    return len(bytearray(100 << 20)) and 2 * x\n", x=4)
    with pool.batch() as batch:
        assert value(batch.run(spoil)) in (1, 2)
        second = batch.run(needy)
        assert (second.status, second.returned and second.returned.value) == (
            RunStatus.OK,
            8,
        ) or not second.first
        alone = batch.run(needy, alone=True)
    assert (value(alone), alone.first) == (8, True)


def test_no_run_sees_the_arguments_of_a_later_one(pool: Pool) -> None:
    """A job is sent when the one before is answered: there is nothing to read in advance."""
    source = """
        import os, select
        def f(x):
            return bool(select.select([4], [], [], 0.2)[0])
    """
    with pool.batch() as batch:
        results = [batch.run(program(source, x=n)) for n in range(3)]
    assert [value(result) for result in results] == [False] * 3


def test_a_run_that_is_announced_begins_meanwhile_and_counts_as_any(pool: Pool) -> None:
    source = "import time\ndef f(n):\n    time.sleep(0.01 * n)\n    return 2 * n\n"
    requests = [program(source, n=n) for n in range(4)]
    with pool.batch() as batch:
        results = [
            batch.run(request, then=then)
            for request, then in zip(requests, [*requests[1:], None], strict=True)
        ]
    assert [value(result) for result in results] == [0, 2, 4, 6]
    assert [result.first for result in results] == [True, False, False, False]


def test_what_was_announced_and_is_not_wanted_leaves_nothing(pool: Pool) -> None:
    other = program("def f(x):\n    return 'other'\n", x=1)
    with pool.batch() as batch:
        batch.run(DOUBLE, then=other)
        third = batch.run(program("def f(x):\n    return 3 * x\n", x=1))
        assert (value(third), third.first) == (3, True)
        batch.run(DOUBLE, then=other)
        alone = batch.run(other, alone=True)
        assert (value(alone), alone.first) == ("other", True)


def test_what_follows_a_run_that_ends_its_child_is_alone(pool: Pool) -> None:
    source, status = ENDS["crash"]
    with pool.batch() as batch:
        assert batch.run(program(source), then=DOUBLE).status is status
        after = batch.run(DOUBLE)
        assert (value(after), after.first) == (2, True)
