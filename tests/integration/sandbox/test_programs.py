"""What ordinary programs may do and what is told of them."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.pool import Pool
from sandbox.protocol import Frame, Limits, Module, RunRequest, RunStatus, Value

from .conftest import Run, program

DTYPES = """
    bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64
    complex64 complex128
"""


def returned(run: Run, expression: str) -> tuple[str, str | None, tuple[int, ...] | None, Value]:
    result = run(f"import numpy as np\ndef f():\n    return {expression}\n")
    assert result.status is RunStatus.OK, result
    assert result.returned is not None
    assert result.returned.crossed
    return (
        result.returned.type_name,
        result.returned.dtype,
        result.returned.shape,
        result.returned.value,
    )


@pytest.mark.parametrize("dtype", DTYPES.split())
def test_arrays_of_every_dtype_cross_both_ways(run: Run, dtype: str) -> None:
    array = np.arange(24).reshape(2, 3, 4).astype(dtype)
    result = run("def f(x):\n    return x[::-1].transpose(2, 0, 1)\n", x=array)
    assert result.returned is not None
    assert result.returned.dtype == dtype
    assert result.returned.shape == (4, 2, 3)
    value = result.returned.value
    assert isinstance(value, np.ndarray)
    assert value.dtype == dtype
    np.testing.assert_array_equal(value, array[::-1].transpose(2, 0, 1))
    assert result.inputs_modified == ()


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("None", ("NoneType", None, None, None)),
        ("True", ("bool", None, None, True)),
        ("-(2 ** 100)", ("int", None, None, -(2**100))),
        ("'text'", ("str", None, None, "text")),
        ("(1, [2.5, 'x'])", ("tuple", None, None, [1, [2.5, "x"]])),
        ("{'a': None}", ("dict", None, None, {"a": None})),
    ],
)
def test_plain_data_crosses(run: Run, expression: str, expected: tuple[object, ...]) -> None:
    assert returned(run, expression) == expected


def test_a_numpy_scalar_crosses_as_an_array_without_axes(run: Run) -> None:
    kind, dtype, shape, value = returned(run, "np.float32(1.5)")
    assert (kind, dtype, shape) == ("numpy.float32", "float32", ())
    assert isinstance(value, np.ndarray)
    assert value == np.float32(1.5)


@pytest.mark.parametrize(
    ("expression", "type_name", "dtype", "shape"),
    [
        ("np.array([None, {}])", "numpy.ndarray", "object", (2,)),
        ("np.matrix([[1.0]])", "numpy.matrix", "float64", (1, 1)),
        ("np.ma.masked_array([1, 2])", "numpy.ma.MaskedArray", "int64", (2,)),
        ("np.zeros(3, 'i4,f8')", "numpy.ndarray", "[('f0', '<i4'), ('f1', '<f8')]", (3,)),
        ("np.longdouble(1)", "numpy.longdouble", "float128", ()),
        ("np.array(['a', 'bc'])", "numpy.ndarray", "<U2", (2,)),
        ("lambda: 1", "function", None, None),
        ("{1: 2}", "dict", None, None),
        ("b'bytes'", "bytes", None, None),
        ("'\\ud800'", "str", None, None),
    ],
)
def test_what_cannot_cross_is_described(
    run: Run, expression: str, type_name: str, dtype: str | None, shape: tuple[int, ...] | None
) -> None:
    result = run(f"import numpy as np\ndef f():\n    return {expression}\n")
    assert result.status is RunStatus.OK, result
    described = result.returned
    assert described is not None
    assert (described.type_name, described.dtype, described.shape) == (type_name, dtype, shape)
    assert not described.crossed
    assert described.value is None


def test_a_subclass_cannot_lie_about_what_it_is(run: Run) -> None:
    result = run(
        """
        import numpy as np
        class Liar(np.ndarray):
            dtype = property(lambda self: 'float32')
            shape = property(lambda self: (9, 9))
            __class__ = np.ndarray
        def f():
            return np.zeros((2, 3)).view(Liar)
        """
    )
    assert result.returned is not None
    assert (result.returned.type_name, result.returned.dtype, result.returned.shape) == (
        "solution.Liar",
        "float64",
        (2, 3),
    )
    assert not result.returned.crossed


def test_a_list_that_holds_itself_does_not_cross(run: Run) -> None:
    result = run("def f():\n    x = []\n    x.append(x)\n    return x\n")
    assert result.returned is not None
    assert not result.returned.crossed


def test_a_big_endian_array_says_so(run: Run) -> None:
    _, dtype, _, value = returned(run, "np.arange(3.0).astype('>f8')")
    assert dtype == ">f8"
    np.testing.assert_array_equal(value, np.arange(3.0))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "change",
    [
        "x += 1",
        "x[0] = np.nan",
        "x.shape = (3, 1)",
        "x.sort(); x[:] = x[::-1]",
        "np.multiply(x, 2, out=x)",
    ],
)
def test_a_modified_input_is_found(run: Run, change: str) -> None:
    result = run(
        f"import numpy as np\ndef f(x, y):\n    {change}\n    return 1\n", x=np.arange(3.0), y=1
    )
    assert result.status is RunStatus.OK, result
    assert result.inputs_modified == ("x",)


def test_a_modified_list_is_found(run: Run) -> None:
    result = run("def f(a, b, c):\n    b.append(set())\n    c['x'] = 1\n", a=[1], b=[1], c={"x": 0})
    assert result.inputs_modified == ("b", "c")


def test_inputs_are_writable_contiguous_and_the_learners_own(run: Run) -> None:
    array = np.asfortranarray(np.arange(6.0).reshape(2, 3))[:, ::2]
    result = run(
        """
        def f(x):
            return [x.flags.writeable, x.flags.c_contiguous, x.base is None, x.tolist()]
        """,
        x=array,
    )
    assert result.returned is not None
    assert result.returned.value == [True, True, True, array.tolist()]


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
    assert result.exit_code == 0


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
