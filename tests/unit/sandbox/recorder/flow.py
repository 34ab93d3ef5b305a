"""Programs about the order in which things happen: loops, exceptions, generators, recursion."""

from __future__ import annotations

FLOW = [
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
    def f():
        code = compile('def h(x): return x + 1\\nr = h(2)', 'dynamic', 'exec')
        space = {}
        exec(code, space)
        type_ = type('T', (), {'m': lambda self: self.v * 2, 'v': 4})
        return space['r'], type_().m(), (lambda **k: eval('a + b', {}, k))(a=1, b=2)
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
