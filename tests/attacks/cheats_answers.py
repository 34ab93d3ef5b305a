"""Cheats with the answer: what only looks right, and ends that only look like success."""

from __future__ import annotations

from .cheat import NUMBER, VERDICT, ZEROS, Cheat, forged, returned

LIAR = """
    class Liar(np.ndarray):
        __eq__ = lambda self, other: np.ones(self.shape, bool)
        __class__ = np.ndarray
        dtype = property(lambda self: np.dtype('float64'))
        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            return np.zeros(self.shape) if ufunc is np.subtract else np.True_
        def __array_function__(self, function, types, arguments, keywords):
            return True
"""
EQUAL = """
    class Equal:
        shape, dtype, ndim = (4,), np.dtype('float64'), 1
        __eq__ = __le__ = __lt__ = lambda self, other: True
        __sub__ = __rsub__ = __abs__ = lambda self, *other: self
        def __array_function__(self, function, types, arguments, keywords):
            return True
"""

RETURNING = (
    returned(
        "an array that is equal to all",
        "wrong_type",
        "np.zeros(x.shape[0]).view(Liar)",
        LIAR,
        fools=True,
    ),
    returned("an object that is equal to all", "wrong_type", "Equal()", EQUAL, fools=True),
    returned(
        "unittest.mock.ANY",
        "wrong_type",
        "ANY",
        "class Any:\n    __eq__ = lambda *a: True\nANY = Any()\n",
    ),
    returned(
        "an object that turns into an array",
        "wrong_type",
        "Later()",
        "class Later:\n    def __array__(self, *a, **k):\n        return np.zeros(4)\n",
    ),
    returned(
        "a class by the name of an array",
        "wrong_type",
        "ndarray()",
        "class ndarray: pass\nndarray.__module__ = 'numpy'\n",
    ),
    returned(
        "a number in disguise",
        "wrong_type",
        "Number()",
        "class Number(float):\n    __eq__ = lambda *a: True\n",
    ),
    returned("a masked array", "wrong_type", "np.ma.masked_all(x.shape[0])"),
    returned("a matrix", "wrong_type", "np.asmatrix(x)"),
    returned("a record array", "wrong_type", "np.zeros(x.shape[0]).view(np.recarray)"),
    returned("nothing", "wrong_type", "None"),
    returned("an answer to every question", "wrong_type", "'accepted'"),
    returned("a promise", "wrong_type", "(n for n in x)"),
    returned("a type", "wrong_type", "type(x)"),
    returned("itself", "wrong_type", "scaled_sum"),
    returned("the module", "wrong_type", "sys.modules[__name__]"),
    returned(
        "something to be unpickled",
        "wrong_type",
        "Reduced()",
        "class Reduced:\n    def __reduce__(self):\n        return (os._exit, (0,))\n",
    ),
    returned("bytes of a pickle", "wrong_type", "b'cos\\n_exit\\n(I0\\ntR.'"),
    returned("NaN", "not_finite", "np.full(x.shape[0], np.nan)"),
    returned("infinity", "not_finite", "np.full(x.shape[0], np.inf)"),
    returned(
        "a NaN of another kind",
        "not_finite",
        "np.full(x.shape[0], 0xfff8dead00000000, np.uint64).view(float)",
    ),
    returned("an array of nothing", "wrong_shape", "np.zeros((0, x.shape[0]))", fools=True),
    returned("an array without axes", "wrong_shape", "np.array(0.0)"),
    returned("one number for all", "wrong_shape", "np.zeros((1, 1))"),
    returned("every answer at once", "wrong_shape", "np.zeros((1000, x.shape[0]))"),
    returned("imaginary numbers", "wrong_dtype", "np.zeros(x.shape[0], complex)"),
    returned("whole numbers", "wrong_dtype", "np.zeros(x.shape[0], int)"),
    returned("wider numbers", "wrong_dtype", "np.zeros(x.shape[0], np.longdouble)"),
    returned("texts", "wrong_dtype", "np.full(x.shape[0], '0')"),
    returned("objects", "wrong_dtype", "np.array([Equal()] * x.shape[0], object)", EQUAL),
    returned("records", "wrong_dtype", "np.zeros(x.shape[0], 'f8,f8')"),
    returned("times", "wrong_dtype", "np.zeros(x.shape[0], 'M8[s]')"),
)

ENDING = (
    Cheat("leave with success", "crashed", "os._exit(0)", fools=True),
    Cheat("leave with success at once", "crashed", "pass", "os._exit(0)", fools=True),
    Cheat("sys.exit with success", "exception", "sys.exit(0)", fools=True),
    Cheat("raise SystemExit", "exception", "raise SystemExit"),
    Cheat("raise KeyboardInterrupt", "exception", "raise KeyboardInterrupt"),
    Cheat(
        "skip the test",
        "exception",
        "import unittest\nraise unittest.SkipTest('skip')",
        "import types\nsys.modules['unittest'] = types.SimpleNamespace(SkipTest=RuntimeError)",
    ),
    Cheat(
        "leave when the grader looks",
        "crashed",
        "class R:\n    __del__ = lambda self: os._exit(0)\nreturn R()",
    ),
    Cheat(
        "leave at the end",
        "wrong_value",
        f"import atexit\natexit.register(os._exit, 0)\nreturn {ZEROS}",
    ),
    Cheat(
        "thread that goes on",
        "exception",
        f"import threading\nthreading.Thread(target=print).start()\nreturn {ZEROS}",
    ),
    Cheat("process that goes on", "exception", f"os.fork()\nreturn {ZEROS}"),
    Cheat(
        "signal that comes later",
        "exception",
        f"import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nreturn {ZEROS}",
    ),
    forged("forge a number", "wrong_type", NUMBER),
    forged("forge a verdict", "crashed", VERDICT),
    # The first eight bytes are a length, and this one is beyond every limit.
    forged("forge noise", "output_limit", b"accepted" * 100),
    # The first whole answer is the answer, whoever wrote it.
    forged("forge before the answer", "wrong_type", NUMBER, f"return {ZEROS}"),
    Cheat(
        "forge on every descriptor",
        "output_limit",
        f"""
        for n in range(4096):
            try:
                os.write(n, b'accepted')
            except OSError:
                pass
        return {ZEROS}
        """,
    ),
    Cheat(
        "forge at the end",
        "wrong_value",
        f"import atexit\natexit.register(os.write, 3, {NUMBER!r})\nreturn {ZEROS}",
    ),
    Cheat(
        "print the verdict",
        "wrong_value",
        f"print('verdict: accepted', '{{\"verdict\": \"accepted\"}}')\nreturn {ZEROS}",
    ),
    Cheat(
        "answer for the grader from within it",
        "wrong_value",
        f"""
        frame = sys._getframe()
        while frame := frame.f_back:
            if 'INDESCRIBABLE' in frame.f_globals:
                frame.f_globals['execute'] = lambda job: {NUMBER!r}
        return {ZEROS}
        """,
    ),
)

CHEATS = (*RETURNING, *ENDING)
