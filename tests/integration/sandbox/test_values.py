"""What crosses the wall in either direction, and what is told of the rest."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.protocol import RunStatus, Value

from .conftest import Run

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
