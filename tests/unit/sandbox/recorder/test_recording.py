"""What is recorded: values, where they were made, and in which call."""

from __future__ import annotations

from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from sandbox.protocol import Trace
from tests.unit.sandbox.recorder.outcomes import trace, values

X = np.array([1.0, 2.0])


def of(source: str, *arguments: object) -> Trace:
    return trace("import numpy as np\n" + dedent(source), *arguments)


def texts(source: str, trace: Trace) -> list[str]:
    """The source of each record, where it is on one line."""
    lines = ["import numpy as np", *dedent(source).split("\n")]
    rows = [trace.spans[span].tolist() for span in trace.records[:, 0]]
    return [lines[line - 1][start:end] for line, start, _, end in rows]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("x + 1", {"x + 1": [2.0, 3.0]}),
        ("-x", {"-x": [-1.0, -2.0]}),
        ("x > 1", {"x > 1": [False, True]}),
        ("x[1:]", {"x[1:]": [2.0]}),
        ("x.T", {"x.T": [1.0, 2.0]}),
        ("x.sum()", {"x.sum()": 3.0}),
        ("np.pi", {}),
        ("x.shape[0] * 2", {}),
        ("2 * 3.0", {}),
        ("'é' and x * 2", {"x * 2": [2.0, 4.0]}),
        ("x if len(x) else x + 1", {}),
        ("(y := x * 3)", {"x * 3": [3.0, 6.0]}),
        ("(lambda v: v * 2)(x)", {"v * 2": [2.0, 4.0], "(lambda v: v * 2)(x)": [2.0, 4.0]}),
        ("np.float32(2) * 2", {"np.float32(2)": 2.0, "np.float32(2) * 2": 4.0}),
        ("np.longdouble(2) * x", {"np.longdouble(2)": 2.0, "np.longdouble(2) * x": [2.0, 4.0]}),
        ("sum([0.5, 1.0])", {"sum([0.5, 1.0])": 1.5}),
        ("np.array(['a'])", {}),
        ("np.array([None])", {}),
        ("np.zeros(0)", {}),
        ("np.array([1j])", {"np.array([1j])": [1j]}),
        ("np.ma.array(x) + 1", {"np.ma.array(x)": [1.0, 2.0], "np.ma.array(x) + 1": [2.0, 3.0]}),
        ("np.arange(2, dtype='>f4')", {"np.arange(2, dtype='>f4')": [0.0, 1.0]}),
        ("f'{x + 1}'", {}),
    ],
)
def test_values_of_expressions(expression: str, expected: dict[str, Any]) -> None:
    source = f"def f(x): return {expression}\n"
    got = of(source, X)
    assert dict(zip(texts(source, got), values(got), strict=True)) == expected


def test_parts_of_lists_tuples_and_what_is_taken_apart() -> None:
    got = of("def f(x):\n    q, k = np.stack([x, x * 2])\n    return np.split(q, 2)\n", X)
    records = list(zip(got.records[:, 2].tolist(), values(got), strict=True))
    assert records == [
        (-1, [2.0, 4.0]),
        (-1, [[1.0, 2.0], [2.0, 4.0]]),
        (0, [1.0, 2.0]),
        (1, [2.0, 4.0]),
        (0, [1.0]),
        (1, [2.0]),
    ]


def test_lists_of_numbers_are_arrays() -> None:
    got = of("def f(): return [[i / 2 for i in range(2)] for j in range(2)]\n")
    assert values(got)[-1] == [[0.0, 0.5], [0.0, 0.5]]


def test_elements_of_comprehensions_whatever_they_are() -> None:
    source = "def f(x): return np.sum([row for row in x[:, None]]), {1: v for v in [x]}\n"
    got = of(source, X)
    assert {"row", "v"} <= set(texts(source, got))


def test_values_are_copied_when_they_are_made() -> None:
    got = of("def f(x):\n    y = x + 1\n    y[:] = 7\n    y *= 2\n    return y\n", X)
    assert values(got) == [[2.0, 3.0], [7.0, 7.0], [14.0, 14.0]]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("y = np.zeros(2); y[0] = 1", [[0, 0], [1, 0]]),
        ("y = np.zeros((2, 1)); y[0][0] = 1", [[[0], [0]], [0], [[1], [0]]]),
        ("y = np.zeros(2); y[0], y[1] = 1, 2", [[0, 0], [1, 2], [1, 2]]),
        ("y = np.zeros(2); np.add(1, 1, out=y[1:])", [[0, 0], [2], [0, 2]]),
        ("y = np.zeros(2); np.copyto(y, 3)", [[0, 0], [3, 3]]),
        ("y = np.array([2., 1]); y.sort()", [[2, 1], [1, 2]]),
        ("y = np.array([2., 1]); [].append(y)", [[2, 1]]),
        ("y = np.array([2., 1]); print(y)", [[2, 1]]),
        ("y = np.zeros(2)\n    for i in range(2): y[i] = 5", [[0, 0], [5, 5]]),
        ("y = np.zeros(2)\n    for i in range(2):\n        y[i] = 5\n        if i: return",
         [[0, 0], [5, 5]]),
        ("for i in range(2):\n        y = np.zeros(2)\n        y[i] = 5",
         [[0, 0], [0, 0], [5, 0], [0, 5]]),
        ("y = np.zeros(2)\n    for i in range(2): y[i] += 5\n    y += 1",
         [[0, 0], [5, 5], [6, 6]]),
        ("y = np.zeros(2)\n    for i in range(2):\n        y[i] = 5\n        if i: y *= 2",
         [[0, 0], [5, 5], [10, 10]]),
        ("y = np.zeros(4).reshape(2, 2)\n    for i in range(2): y[i] = 1",
         [[0, 0, 0, 0], [[0, 0], [0, 0]], [[1, 1], [1, 1]]]),
    ],
)  # fmt: skip
def test_what_is_written_into_arrays(body: str, expected: list[Any]) -> None:
    assert values(of(f"def f():\n    {body}\n")) == expected


def test_attributes_that_are_changed_in_place() -> None:
    source = """
    class Layer:
        def __init__(self, w): self.w = w
        @property
        def cost(self): raise AssertionError('asked')
        def step(self): self.w -= 1
    def f(w): Layer(w).step()
    """
    assert values(of(source, X.copy())) == [[0.0, 1.0]]


def test_calls_and_what_led_there() -> None:
    source = """
    def inner(x): return x * 2
    def outer(x):
        y = inner(x) + (inner
                        (x))
        return y
    W = np.ones(2)
    def f(x):
        return (
            np.apply_along_axis(outer, 0, x)
        )
    """
    got = of(source, X)
    assert got.calls[:, 0].tolist() == [-1, 0, 1, 1]
    sites = [got.spans[span].tolist() for span in got.calls[1:, 1]]
    assert sites == [[11, 8, 11, 40], [5, 8, 5, 16], [5, 20, 6, 23]]
    assert got.calls[0].tolist() == [-1, -1]
    calls = got.records[:, 1].tolist()
    assert calls[0] == -1  # W, made by the module itself
    assert calls[1:] == [2, 1, 3, 1, 1, 0]


def test_calls_of_generators_methods_and_recursion() -> None:
    source = """
    def heads(x):
        for i in range(2):
            yield x[i] * 2.0
    class Net:
        def __call__(self, x): return x + 1.0
    def down(x, n): return x + n if n == 0 else down(x * 2, n - 1)
    def f(x):
        return [h for h in heads(x)], Net()(x), down(x, 2)
    """
    got = of(source, X)
    depth = {-1: 0}
    for number, parent in enumerate(got.calls[:, 0].tolist()):
        depth[number] = depth[parent] + 1
    assert max(depth[call] for call in got.records[:, 1].tolist()) == 4


def test_columns_are_characters() -> None:
    source = "def f(é): return 'ü' and é + é\n"
    assert texts(source, of(source, X)) == ["é + é"]


def test_equal_values_share_a_row() -> None:
    got = of("def f(x): return [x + 1 for i in range(5)][0] * 1\n", X)
    assert [len(stack) for stack in got.stacks] == [1]
    assert len(got.records) == 12
