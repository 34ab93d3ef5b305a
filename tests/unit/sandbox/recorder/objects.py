# ruff: noqa: E501 -- programs as they may be handed in.
"""Programs about classes, and about code that looks at itself."""

from __future__ import annotations

OBJECTS = [
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
    def f(__x=1):
        class A:
            __y = 2
            def m(self):
                self.__z = np.ones(1)
                self.__z += 1
                return self.__z + self.__y
        return A().m(), sorted(vars(A()))
    """,
]
