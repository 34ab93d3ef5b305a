"""What ordinary programs may do and what is told of them."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.pool import Pool
from sandbox.protocol import Frame, Limits, Module, RunRequest, RunStatus, Value

from .conftest import Run, program


def test_nothing_is_left_for_the_next_run(run: Run) -> None:
    source = """
        import builtins, os, sys
        import numpy as np
        def f():
            seen = [hasattr(builtins, 'left'), hasattr(np, 'left'), 'LEFT' in os.environ,
                    'left' in sys.modules, sys.getrecursionlimit(), np.geterr()['over']]
            builtins.left = np.left = True
            os.environ['LEFT'] = '1'
            sys.modules['left'] = sys
            sys.setrecursionlimit(5000)
            np.seterr(all='raise')
            return seen
    """
    first, second = run(source), run(source)
    assert first.returned is not None
    assert first.returned == second.returned
    assert first.returned.value == [False, False, False, False, 1000, "warn"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f():\n    print('one')\n    print('two', end='')\n", "one\ntwo"),
        ("print('module')\ndef f():\n    pass\n", "module\n"),
        ("import sys\ndef f():\n    print('err', file=sys.stderr)\n", "err\n"),
        ("def f():\n    print('before', end='')\n    raise ValueError\n", "before"),
        ("import sys\ndef f():\n    print('before', end='')\n    sys.exit(3)\n", "before"),
        ("import os\ndef f():\n    print('before', end='')\n    os._exit(0)\n", "before"),
        ("import os\ndef f():\n    print('before', end='')\n    os.abort()\n", "before"),
        ("import os\ndef f():\n    os.write(1, b'\\xff\\x00')\n", "\ufffd\ufffd"),
        ("def f():\n    print('\\ud800é')\n", "\\ud800é\n"),
    ],
)
def test_what_was_printed_is_kept_however_it_ends(run: Run, source: str, expected: str) -> None:
    result = run(source)
    assert result.stdout == expected
    assert not result.stdout_truncated


def test_an_exception_has_only_the_learners_frames(run: Run) -> None:
    result = run(
        """
        import numpy as np
        def inner(x):
            return np.linalg.inv(x)
        def f():
            return inner(np.zeros((2, 2)))
        """
    )
    assert result.status is RunStatus.EXCEPTION
    assert result.error is not None
    assert result.error.type == "numpy.linalg.LinAlgError"
    assert result.error.message == "Singular matrix"
    assert result.error.frames == (
        Frame(6, "f", "solution.py"),
        Frame(4, "inner", "solution.py"),
    )


@pytest.mark.parametrize(
    ("source", "type_name", "message"),
    [
        ("def f():\n    raise SystemExit(3)\n", "SystemExit", "3"),
        ("def f():\n    raise KeyboardInterrupt\n", "KeyboardInterrupt", ""),
        ("class E(Exception): pass\ndef f():\n    raise E('x')\n", "solution.E", "x"),
        ("def f():\n    return f()\n", "RecursionError", "maximum recursion depth exceeded"),
        ("def f(x):\n    pass\n", "TypeError", "f() missing 1 required positional argument: 'x'"),
        ("1 / 0\ndef f():\n    pass\n", "ZeroDivisionError", "division by zero"),
        ("def f():\n    exec('a b')\n", "SyntaxError", "invalid syntax (<string>, line 1)"),
        ("def f():\n    raise ValueError('\\ud800\\x00')\n", "ValueError", "?\ufffd"),
        (
            "class E(Exception):\n    def __str__(self): raise SystemExit\ndef f():\n    raise E\n",
            "solution.E",
            "(its message could not be made: str() of it failed)",
        ),
    ],
)
def test_exceptions_of_all_kinds(run: Run, source: str, type_name: str, message: str) -> None:
    result = run(source)
    assert result.status is RunStatus.EXCEPTION
    assert result.error is not None
    assert result.error.type == type_name
    assert result.error.message.startswith(message)
    assert result.exit_code is None


def test_a_traceback_cannot_be_hidden(run: Run) -> None:
    result = run(
        """
        class E(Exception):
            __traceback__ = property(lambda self: 1 / 0)
        def f():
            raise E('x')
        """
    )
    assert result.error is not None, result
    assert result.error.frames == (Frame(5, "f", "solution.py"),)


def test_an_error_that_cannot_be_described_is_still_an_exception(run: Run) -> None:
    result = run(
        """
        import sys
        def f():
            def trace(frame, event, argument):
                if 'describe' in frame.f_code.co_filename:
                    raise SystemExit
            sys.settrace(trace)
            raise ValueError
        """
    )
    assert result.status is RunStatus.EXCEPTION, result
    assert result.error is not None
    assert (result.error.type, result.exit_code) == ("?", None)
    assert result.stdout == ""


def test_a_deep_traceback_is_bounded(run: Run) -> None:
    result = run("def f(n=500):\n    return f(n - 1) if n else 1 / 0\n")
    assert result.error is not None
    assert len(result.error.frames) == 20


def test_a_long_message_is_bounded(run: Run) -> None:
    result = run("def f():\n    raise ValueError('x' * 10**6)\n")
    assert result.error is not None
    assert len(result.error.message) == 4000


@pytest.mark.parametrize(
    ("source", "type_name", "line"),
    [
        ("def f(:\n    pass\n", "SyntaxError", 1),
        ("def f():\npass\n", "IndentationError", 2),
        ("def f():\n    return 1\n\tx\n", "TabError", 3),
        ("def f():\n    return '\x00'\n", "SyntaxError", None),
        ("def f():\n    return '\ud800'\n", "SyntaxError", None),
        ("x = " + "(" * 500 + ")" * 500, "SyntaxError", 1),
        ("return 1\n", "SyntaxError", 1),
    ],
)
def test_source_that_does_not_compile(
    run: Run, source: str, type_name: str, line: int | None
) -> None:
    result = run(source)
    assert result.status is RunStatus.SYNTAX_ERROR, result
    assert result.error is not None
    assert result.error.type in (type_name, "ValueError")
    assert [frame.line for frame in result.error.frames] == ([line] if line else [])


@pytest.mark.parametrize("source", ["", "f = 3\n", "def g():\n    pass\n"])
def test_a_missing_function(run: Run, source: str) -> None:
    assert run(source).status is RunStatus.NO_FUNCTION


def test_a_seed_makes_random_numbers_the_same(pool: Pool) -> None:
    source = (
        "import random, numpy as np\ndef f():\n    return [random.random(), np.random.rand()]\n"
    )
    module = Module("solution", source, "solution.py")

    def draw(seed: int) -> Value:
        result = pool.run(RunRequest((module,), "f", {}, Limits(), seed))
        assert result.returned is not None
        return result.returned.value

    assert draw(2**70 + 5) == draw(2**70 + 5)
    assert draw(1) != draw(2)


def test_modules_import_each_other(pool: Pool) -> None:
    modules = (
        Module("reference", "", "reference/__init__.py"),
        Module("reference.steps", "def double(x):\n    return 2 * x\n", "reference/steps.py"),
        Module(
            "reference.block",
            "import reference.steps\nfrom reference import steps\nfrom .steps import double\n"
            "from reference.steps import double as again\n"
            "def f(x):\n    return [double(x), steps is reference.steps, again is double,\n"
            "            __name__, __package__, __file__]\n",
            "reference/block.py",
        ),
    )
    result = pool.run(RunRequest(modules, "f", {"x": 4}))
    assert result.returned is not None, result
    assert result.returned.value == [
        8,
        True,
        True,
        "reference.block",
        "reference",
        "reference/block.py",
    ]


def test_dataclasses_and_inspect_work(run: Run) -> None:
    result = run(
        """
        from __future__ import annotations
        import dataclasses, inspect
        @dataclasses.dataclass
        class Point:
            x: int = 1
        def f():
            return [Point().x, inspect.getsource(Point).splitlines()[1].strip()]
        """
    )
    assert result.returned is not None, result
    assert result.returned.value == [1, "class Point:"]


def test_arguments_that_cannot_cross_are_the_callers_fault(pool: Pool) -> None:
    with pytest.raises(ValueError, match="cannot cross"):
        pool.run(program("def f(x):\n    pass\n", x=np.array([None])))
    with pytest.raises(ValueError, match="wall_seconds"):
        pool.run(program("def f():\n    pass\n", Limits(wall_seconds=1e9)))
