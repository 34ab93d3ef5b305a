"""Programs in all corners of the language, each with a function ``f`` of no arguments.

Some raise: what comes of them is the exception, its message and its lines.
"""

from __future__ import annotations

from textwrap import dedent

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

BLOCKS = [
    """
    def f():
        out = np.zeros((2, 3))
        for i in range(2):
            for j in range(3):
                if j == 2: break
                out[i, j] = i + j
            else:
                out[:] = -1
            while out[i, 0] < 5:
                out[i, 0] += 2
                if out[i, 1] > 100: continue
            else:
                out[i, 2] = 9
        return out
    """,
    """
    def f():
        for i in range(3):
            try:
                if i == 1: continue
                if i == 2: return i
                10 // i
            except ZeroDivisionError as error:
                print(error, 'error' in locals())
            else:
                print('else', i)
            finally:
                print('finally', i)
    """,
    """
    def f():
        try:
            try:
                1 / 0
            finally:
                print('cleanup')
                [][1]
        except IndexError as e:
            return type(e.__context__).__name__, 'e' in locals()
    """,
    """
    def f():
        try:
            raise ExceptionGroup('g', [ValueError(1), TypeError(2 + 3)])
        except* ValueError as g:
            print(g.exceptions)
        except* TypeError as g:
            print(g.exceptions[0].args[0] + 1)
        return 'done'
    """,
    """
    def g(n):
        got = 0
        try:
            while n > 0:
                got = (yield n + (got or 0))
                n -= 1
        except KeyError as e:
            yield str(e) + '!'
        finally:
            print('closed')
        return n * 2
    def f():
        def outer():
            result = yield from g(2)
            print(result)
        it, other = g(3), g(5)
        seen = [next(it), it.send(5), next(other), it.throw(KeyError('k'))]
        other.close()
        return seen, list(outer()), list(it)
    """,
    """
    def counter():
        n = 0
        def up(by=np.ones(1)):
            nonlocal n
            n += by
            return n
        return up
    def f():
        up = counter()
        return up(), up(2), counter()(by=7), up.__defaults__, up.__closure__[0].cell_contents
    """,
    """
    class Base:
        'doc of base'
        __slots__ = ('x', '_y')
        total = 1 + 1
        total += 3
        table = [i * 2 for i in range(3)]
        def __init__(self, x):
            self.x = x
            self._y = x + 1
        @property
        def y(self):
            print('read')
            return self._y
        @y.setter
        def y(self, value):
            print('set')
            self._y = value
        def __add__(self, other):
            return type(self)(self.x + other.x)
        def __matmul__(self, other): return NotImplemented
        def __getitem__(self, i): return (self.x, i)
    class Child(Base):
        def __init__(self, x, *, z=0):
            super().__init__(x * 2)
            self.z = z
        def __call__(self, v): return __class__.__name__, self.x * v
        @classmethod
        def make(cls, *a): return cls(*a)
        @staticmethod
        def plus(a, b): return a + b
    def f():
        c = Child.make(np.ones(2))
        c.y += 1
        c.x += 1
        c.z += 1
        try:
            Base(1).other = 2
        except AttributeError as e:
            print(e)
        return c(2), (c + Child(1)).x, Child.plus(1, 2), c[1:2], c.y, Base.__doc__, Base.total, Base.table
    """,
    """
    def f():
        class A:
            def __matmul__(self, other): return NotImplemented
        return A() @ A()
    """,
    """
    class Meta(type):
        def __prepare__(name, bases): return Spy()
        def __new__(meta, name, bases, space): return super().__new__(meta, name, bases, dict(space))
    class Spy(dict):
        def __getitem__(self, key):
            print('get', key)
            return dict.__getitem__(self, key)
    class A(metaclass=Meta):
        n = 1
        n += 1
        m = n * 2
    def f():
        return A.n, A.m
    """,
    """
    log = []
    def say(x):
        log.append(x)
        return x
    class Odd:
        def __getattr__(self, name): return say(name) + '?'
        def __setattr__(self, name, value): say((name, value))
        def __getitem__(self, key): return say(key)
        def __setitem__(self, key, value): say((key, value))
        def __delitem__(self, key): say(('del', key))
        def __iadd__(self, other): return say(self) and self
        def __bool__(self): return say(True)
        def __eq__(self, other): return say('eq') and NotImplemented
        def __array__(self, *a, **k): return say(np.ones(2))
        __hash__ = None
        __class__ = property(lambda self: say(int))
    def f():
        o = Odd()
        o.a = o.b + str(o[1, 2:3])
        o[say(1)] = say(2)
        o[say(3)] += 4
        o.c += 'd'
        del o[5]
        o += 1
        x = o == 1
        if o and not o: pass
        y = np.add(o, 1)
        return [str(type(x)) if isinstance(x, type(o)) else x for x in log][:30], y
    """,
    """
    def f():
        def s(x, tag):
            print(tag)
            return x
        d = {s('k', 1): s(np.ones(2), 2)}
        d[s('k', 4)][s(0, 5)] = s(7, 3)
        s(d, 'a')[s('k', 'b')][s(1, 'c')] += s(2, 'd')
        s(max, 'f')(s(1, 'x'), *s([2], 'y'), key=s(None, 'z'))
        return s(1, 'l') < s(0, 'm') < s(3, 'n'), d
    """,
    """
    def f():
        seen = []
        for case in [1, 'a', (1, 2, 3), {'k': 5, 'z': 6}, [np.pi], None, 7.5, complex(1, 2)]:
            match case:
                case 1 | 2: seen.append('small')
                case str() as s if s + 'x' == 'ax': seen.append(s * 2)
                case (a, *rest): seen.append((a, rest))
                case {'k': v, **others}: seen.append((v + 1, others))
                case [np.pi]: seen.append('pi')
                case None: seen.append('none')
                case float(real=r): seen.append(r * 2)
                case _: seen.append(case)
        return seen
    """,
    """
    import contextlib
    @contextlib.contextmanager
    def scope(name):
        print('in', name)
        try:
            yield name + '!'
        finally:
            print('out', name)
    def f():
        with scope('a') as a, scope('b' + a) as (*b,):
            x = np.ones(2)
            x[0] = 5
        with contextlib.suppress(ZeroDivisionError):
            1 / 0
        with np.errstate(divide='ignore'):
            y = np.ones(1) / 0
        return a, b, x, y
    """,
    """
    import asyncio
    class Many:
        def __aiter__(self): return self.items()
        async def items(self):
            for i in range(3):
                await asyncio.sleep(0)
                yield i * 2
        async def __aenter__(self): return self
        async def __aexit__(self, *a): print(a[0])
    async def add(a, b):
        await asyncio.sleep(0)
        return a + b
    async def main():
        async with Many() as m:
            total = np.zeros(1)
            async for i in m:
                total[0] = await add(total[0], i)
            else:
                total += 1
            return total, [x async for x in m if x], [await add(i, 1) for i in (1, 2)]
    def f():
        loop = type('L', (), {})
        def drive(c):
            try:
                while True: c.send(None)
            except StopIteration as stop:
                return stop.value
        return drive(main())
    """,
    """
    import functools
    def twice(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **kwargs) * 2
        return wrapper
    @twice
    @functools.lru_cache
    def g(n: int = 3 + 4, /, *, k: 'str' = 'a' + 'b') -> undefined_if_evaluated if False else int:
        '''Doc of g.'''
        return n + len(k)
    def f():
        return g(), g(1, k='x'), g.__doc__, g.__name__, g.__wrapped__.__wrapped__.__annotations__
    """,
    '''
    """Module documentation."""
    from __future__ import annotations
    import dataclasses, enum, typing
    X: Undefined = 3
    @dataclasses.dataclass(frozen=True, slots=True)
    class P:
        a: int
        b: list[Nothing] = dataclasses.field(default_factory=lambda: [1 + 1])
        def norm(self) -> Never: return (self.a ** 2 + self.b[0] ** 2) ** 0.5
    class Color(enum.IntFlag):
        RED = 1 << 0
        BLUE = RED << 1
        BOTH = RED | BLUE
    class N(typing.NamedTuple):
        x: float
        y: np.ndarray = np.zeros(1)
    def f(a: Unknown = 1):
        return P(3), P(3).norm(), Color.BOTH, N(2.0), N(1.0).y + 1, __doc__, __annotations__, f.__annotations__
    ''',
    """
    def f():
        x = np.ones(3)
        return helper(
            x,
            (x
             .reshape(3, 1)
             .nothing()),
        )
    def helper(a, b): return a
    """,
    """
    def g(x):
        y = x * 2
        return (
            y
            @
            np.ones(5)
        )
    def f():
        total = 0
        return [g(np.ones(n))
                for n in range(1, 3)]
    """,
    """
    def f():
        return g(
            1,
            2 /
            0)
    def g(*a): pass
    """,
    """
    def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
    def even(n): return n == 0 or odd(n - 1)
    def odd(n): return n != 0 and even(n - 1)
    def f():
        y = lambda g: (lambda x: x(x))(lambda x: g(lambda v: x(x)(v)))
        return fib(12), even(50), y(lambda s: lambda n: 1 if n == 0 else n * s(n - 1))(6)
    """,
    """
    import warnings
    def f():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            np.ones(1) / np.zeros(1)
            warnings.warn('mine')
        return [(str(w.message), w.lineno, w.category.__name__) for w in caught]
    """,
    """
    import sys, traceback
    def inner(x):
        y = x + 1
        return [f.f_code.co_name for f in (sys._getframe(), sys._getframe(1))], sys._getframe().f_lineno
    def f():
        try:
            return inner(
                np.ones(2)), inner(np.ones(1)).x
        except AttributeError:
            return [(l.lineno, l.name) for l in traceback.extract_tb(sys.exc_info()[2])][:1]
    """,
    """
    import inspect
    def g(a, b=2, *c, d, e=5, **h):
        'doc'
        z = a + b
        return z
    def f():
        return (str(inspect.signature(g)), inspect.getdoc(g), g.__code__.co_varnames,
                g.__code__.co_argcount, g.__code__.co_freevars, g.__code__.co_firstlineno,
                inspect.isgeneratorfunction(g), g.__code__.co_flags)
    """,
    """
    def f():
        code = compile('def h(x): return x + 1\\nr = h(2)', 'dynamic', 'exec')
        space = {}
        exec(code, space)
        type_ = type('T', (), {'m': lambda self: self.v * 2, 'v': 4})
        return space['r'], type_().m(), (lambda **k: eval('a + b', {}, k))(a=1, b=2)
    """,
    """
    class Sub(np.ndarray):
        def __array_finalize__(self, other): print('finalize', type(other).__name__)
        def __getattribute__(self, name):
            if name in ('shape', 'dtype', 'tobytes', 'base', 'nbytes', 'size'): print('asked', name)
            return np.ndarray.__getattribute__(self, name)
        def __len__(self): return 1 / 0
        def __iter__(self): yield from (1, 2)
    def f():
        x = np.arange(4.0).view(Sub)
        y = x + 1
        y[0] = 3
        y += 1
        a, b = y
        for i in range(2): y[i] = i
        np.copyto(y, 2)
        return np.asarray(y), a, b
    """,
    """
    def f():
        x = np.arange(3.0)
        def g():
            for i in range(3):
                x[i] = yield x[i] + 1
        it = g()
        seen = [next(it), it.send(10), it.send(20)]
        it.close()
        return seen, x
    """,
    """
    import weakref, gc
    class Node: pass
    def make():
        n = Node()
        n.array = np.ones(3)
        n.array += 1
        n.count = 0
        n.count += 1
        return n
    def f():
        n = make()
        r, a = weakref.ref(n), weakref.ref(n.array)
        y = n.array * 2
        del n
        return r() is None, a() is None
    """,
    """
    def f():
        x = y = z = 0
        for x, (y, z) in [(1, (2, 3))]: pass
        for box in [[0]]:
            for box[0] in range(3): pass
        with open(__import__('os').devnull) as (box[0]): pass
        return x + y + z, box[0].closed
    """,
    """
    from math import *
    import numpy
    def f():
        numpy = np = {'T': [1, 2]}
        return numpy['T'][0] + np['T'][1], sqrt(4.0), pi * 2
    """,
    """
    def f(__x=1):
        class A:
            __y = 2
            def m(self):
                self.__z = np.ones(1)
                self.__z += 1
                return self.__z + self.__y
        return A().m(), sorted(vars(A()))
    """,
    """
    def f():
        return sum(1 / (3 - n)
                   for n in range(5))
    """,
    """
    def f():
        def g():
            raise StopIteration(1)
            yield
        return list(g())
    """,
    """
    x = 1 / 0
    def f(): return x
    """,
    """
    def f():
        if np.add([1.0], 1, out=(r := np.zeros((2, 1)))[1]).any() and r[1] > 1: r[0] = 3
        elif r[0]: r[0] = 4
        else:
            r[0] = 5
        return r
    """,
    """
    def f():
        a = np.zeros(3)
        for i in range(3):
            a[i] = i
            if i == 1:
                return a
    """,
]


def programs() -> list[str]:
    """All of them, as sources."""
    expressions = [f"{_PREFIX}def f():\n    return {line}\n" for line in EXPRESSIONS]
    bodies = [f"{_PREFIX}def f():\n    {line}\n" for line in BODIES]
    blocks = [_with_numpy(dedent(block).lstrip("\n")) for block in BLOCKS]
    return expressions + bodies + blocks


def _with_numpy(source: str) -> str:
    """With the import where documentation and imports from the future stay first."""
    if "from __future__" not in source:
        return _PREFIX + source
    head, future, rest = source.partition("from __future__ import annotations\n")
    return head + future + _PREFIX + rest
