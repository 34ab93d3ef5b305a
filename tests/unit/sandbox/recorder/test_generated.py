"""Programs that nobody thought of."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.sandbox.recorder.outcomes import plain, recorded

_NAMES = st.sampled_from(["a", "b", "c", "row", "n", "i"])
_LEAVES = _NAMES | st.sampled_from(
    ["2.0", "0", "a.T", "b[0]", "c[i]", "a[..., None]", "a[1:, ::-1]", 'data["a"]', "box.value"]
)


def _larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from("+ - * / @ < == // ** and or".split())
    two = st.tuples(inner, operators, inner).map(lambda parts: f"({' '.join(parts)})")
    one = st.sampled_from(
        [
            "-({})",
            "(not ({}))",
            "np.exp({})",
            "np.sum({}, axis=0)",
            "np.add(1, {}, out=b[0])",
            "double({})",
            "double(*[{}])",
            "(lambda x: x + a)({})",
            "[{} for i in range(2)]",
            "[*({} for row in a)]",
            "tuple(row * 2 for row in {})",
            "({} if n else c)",
            "np.stack([{}, a])",
            "turns({})",
            "say({})",
            "({}).sum(keepdims=True)",
            "({})[0]",
            "({}).missing",
            "f'{{{}}}'",
            '{{"k": {}}}["k"]',
        ]
    )
    return two | st.builds(str.format, one, inner)


_EXPRESSIONS = st.recursive(_LEAVES, _larger, max_leaves=6)


def _simple() -> st.SearchStrategy[list[str]]:
    forms = st.sampled_from(
        [
            "a = {}",
            "a += {}",
            "b[0] = (n := {})",
            "b[0] = {}",
            "b[0] *= {}",
            "b[0][i:] -= {}",
            "c.T[0] = {}",
            "n, i = {}",
            "data['a'], b[1] = 1, {}",
            "box.value += {}",
            "box.value = row = {}",
            "say({})",
            "np.copyto(c, {})",
            "fill(b, {})",
            "assert n or {}",
            "return {}",
            "{}",
            "del data['a'], row; row = {}",
            "g = {}; g += 1",
        ]
    )
    return st.builds(lambda form, value: [form.format(value)], forms, _EXPRESSIONS)


def _compound(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    heads = st.sampled_from(
        [
            "for i in range(2):",
            "for row in {}:",
            "for c[0] in {}:",
            "while next(turn, 0):",
            "if np.any({}):",
            "with np.errstate(all='ignore'):",
            "try:",
        ]
    )

    def block(head: str, value: str, blocks: list[list[str]]) -> list[str]:
        body = ["    " + line for lines in blocks for line in lines]
        head = head.format(value)
        tail = ["except (TypeError, ValueError) as e:", "    print(type(e))", "finally: say(3)"]
        return [head, *body, *(tail if head == "try:" else [])]

    return st.builds(block, heads, _EXPRESSIONS, st.lists(inner, min_size=1, max_size=3))


_STATEMENTS = st.recursive(_simple(), _compound, max_leaves=5)

_AROUND = """import numpy as np
def say(x):
    print(np.shape(x))
    return x
def double(x):
    '''Doubles.'''
    y = x * 2
    return y
def fill(x, y):
    x[:] = y
def turns(x):
    for i in range(2):
        yield x[i] + i
class Box: value = np.ones(3)
def f():
    global g
    a, b, c = np.arange(6.0).reshape(2, 3), np.ones((3, 2)), np.eye(3)
    row, n, i, data, box, turn = a[0], 1, 0, {'a': c}, Box(), iter([1, 2])
"""


def _program(statements: list[list[str]]) -> str:
    lines = ["    " + line for block in statements for line in block]
    return _AROUND + "\n".join([*lines, "    return a, b, c, row, n, i, data, box.value", ""])


@settings(max_examples=150, deadline=None)
@given(st.lists(_STATEMENTS, min_size=1, max_size=6).map(_program))
def test_recorded_as_it_is(source: str) -> None:
    expected = plain(source)
    for _ in range(2):
        assert recorded(source)[0] == expected
