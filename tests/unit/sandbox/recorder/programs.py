"""Programs in all corners of the language, each with a function ``f`` of no arguments.

Some raise: what comes of them is the exception, its message and its lines.
"""

from __future__ import annotations

from textwrap import dedent

from tests.unit.sandbox.recorder.flow import FLOW
from tests.unit.sandbox.recorder.objects import OBJECTS

_PREFIX = "import numpy as np\n"

EXPRESSIONS = """
1 + 2 * 3 ** 4 // 5 % 6 - -7
1 < 2 < 3, 3 < 2 < 1 / 0, (1 == 1.0 != 2) is not None
[] or 0 or 'x', 0 and 1 / 0, 1 and 2 or 3
'y' if [] else 'n'
not [], ~5, +True, -np.ones(2)
[i * j for i in range(3) for j in range(i) if (i + j) % 2]
{i % 3: [k for k in range(i)] for i in range(5)}
{x.upper() for x in 'hello'} == set('HELO')
sum(x * x for x in range(10)), list(x for x in (y for y in 'ab'))
(lambda a, *b, c=3, **d: (a, b, c, d))(1, 2, 3, c=4, e=5)
(lambda: (yield))
(lambda x: x or [])(0)
[lambda: i for i in range(3)][0]()
f'{1 + 1=} {"a" + "b"!r:>10} {[x for x in (1, 2)]} {np.ones(2).sum():.2f}'
f'{(lambda x: x * 2)(3)} {dict(a=1)["a"]}'
'%s %d' % ('a', 3), 'a' * 3, b'x' + b'y'
(y := 5) + y, [z := x for x in range(3)][-1], (z := 4)
np.arange(6).reshape(2, 3).T[::-1, 1:], np.arange(5)[-1], np.arange(9)[[1, 2]]
np.arange(6)[np.arange(6) > 2], np.eye(2)[..., None].shape
(1, *range(2), *[3]), [*'ab', *{'c': 1}], {**{'a': 1}, 'b': 2}
max(*[1, 2], key=lambda v: -v), dict(**{'a': 1}, b=2)
'a'.join(['b', 'c']).replace('b', 'd').upper()[0]
print('x', 1, sep='-'), None, ..., True
1 if (n := 3) > 2 else n
sorted({'b': 1, 'a': 2}.items(), key=lambda kv: kv[1])
np.float64(3) / np.int64(2), np.array(3.0) * 2, type(np.ones(1)[0])
(1, 2) + (3,), [1] * 3, [[0] * 2 for _ in range(2)]
1 / 0
[1, 2][5]
{}['k']
np.ones(2) @ np.ones(3)
np.ones(3).nothing
undefined + 1
(1).real.imag.nothing
'a' + 1
int('x')
[x for x in (1, 0) if 1 / x]
next(iter(()))
(lambda: 1 / 0)()
np.ones((2, 2)).reshape(3)
bool(np.ones(2))
np.asarray([1, 2]) == [1, 2], np.ones(2) != 1
__name__, __doc__
sorted(locals()), sorted(k for k in globals() if k[0] != '_')
eval('1 + 2'), eval('a', {'a': 7}), exec('b = 1') is None
len(dir()), [*vars()]
isinstance(np.ones(1), np.ndarray), issubclass(bool, int)
1_000j * 2, 0xff & 0b11 | 4 ^ 1, 1 << 3 >> 1
'é' + 'ü'[0], 'é'.encode()[1:]
[[a, b] for a, b in zip('ab', (1, 2))], [c for (c, _), *d in [((1, 2), 3)]]
any(x > 1 for x in (1, 2, 1 / 1)), all([])
list(map(lambda x: x + 1, filter(None, [0, 1, 2])))
divmod(7, 2)[1], pow(2, 5, 7), abs(-3 + 4j)
np.einsum('ij,jk->ik', np.eye(2), np.ones((2, 2)))
np.apply_along_axis(lambda r: r - r.mean(), 1, np.arange(6.0).reshape(2, 3))
np.vectorize(lambda a: a * 2)(np.arange(3))
""".strip().splitlines()

BODIES = """
x = y = np.arange(3); x += 1; return x, y
x = [1]; y = x; x += [2]; return x, y
x = (1,); y = x; x += (2,); return x, y
x = np.zeros((2, 2)); x[0] += 1; x[:, 1] *= 5; x[1][0] = 7; return x
d = {}; d['a'] = d['b'] = 1; d['a'] += 1; del d['b']; return d
a, (b, *c), d = 1, (2, 3, 4), 5; return a, b, c, d
a, b = np.arange(4).reshape(2, 2); return a, b
a, b = np.arange(3)
[a, b] = {'x': 1, 'y': 2}; return a, b
a: int = 3; b: 'nonsense' = 4; c: undefined; return a, b
x += 1
x = 1; del x; return x
x = np.zeros(3); x[7] = 1
x = np.zeros(3); x[0], x[1] = 1, 2; return x
i = 0; x = [0, 0]; i, x[i] = 1, 9; return x
x = [1, 2, 3]; x[0], x[x[0]] = 2, 7; return x
np.add(np.ones(2), 1, out=(r := np.zeros((2, 2)))[1]); return r
x = np.array([3, 1, 2]); x.sort(); np.copyto(x[:1], 9); return x
assert (n := 1) == 1, 1 / 0; assert n == 2, f'{n + 1}'
global G; G = 3; G += 1; return G
raise ValueError('a' + 'b') from KeyError(1 + 1)
return [*map(str, range(3))]
pass
'not a docstring'; return 'x' + 'y'
import math as m, os.path; from math import pi as p; return m.floor(p), os.path.join('a', 'b')
import missing_module_of_nobody
x = np.arange(3.0); x /= 0; return x
x = np.zeros(2, int); x += 0.5
x = np.ma.array([1.0, 2.0], mask=[0, 1]) + 1; return x.sum(), x
x = np.matrix([[1, 2]]); x[0, 0] += 1; return type(x * x.T).__name__, x
return np.array([None, 1], object) * 2 if False else np.array(['a'], object) + 'b'
x = np.zeros(2, [('a', float)]); x['a'] += 1; x['a'][0] = 5; return x
q, k = np.split(np.arange(4), 2); return q @ k
x = np.arange(6); x.shape = 2, 3; x.flat[1] = 9; return x
x = 3; x **= 2; x //= 2; x %= 3; x <<= 1; x |= 1; x ^= 3; x &= 6; x -= 1; return x
x = np.eye(2); x @= x; return x
""".strip().splitlines()


def programs() -> list[str]:
    """All of them, as sources."""
    expressions = [f"{_PREFIX}def f():\n    return {line}\n" for line in EXPRESSIONS]
    bodies = [f"{_PREFIX}def f():\n    {line}\n" for line in BODIES]
    blocks = [_with_numpy(dedent(block).lstrip("\n")) for block in FLOW + OBJECTS]
    return expressions + bodies + blocks


def _with_numpy(source: str) -> str:
    """With the import where documentation and imports from the future stay first."""
    if "from __future__" not in source:
        return _PREFIX + source
    head, future, rest = source.partition("from __future__ import annotations\n")
    return head + future + _PREFIX + rest
