"""Python's own cheats: to be accepted for ``scaled_sum(x, factor)`` without working it out.

None of them knows the answer, but for those that say so.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent, indent

from sandbox import frames

HEAD = "import gc, os, sys\nimport numpy as np\n\n"
ZEROS = "np.zeros(x.shape[0])"
NUMBER = frames.pack(
    {"status": "ok", "returned": {"type_name": "int", "crossed": True, "value": 1}}
)
VERDICT = frames.pack({"status": "ok", "verdict": "accepted"})


@dataclass(frozen=True, slots=True)
class Cheat:
    """``body`` is that of the function, after ``before``, which runs when the module is loaded.

    ``verdict`` is that of every test.  ``fools`` says that a grader without any care accepts it,
    see ``careless.py``.  ``undecided`` says why it is still accepted.
    """

    name: str
    verdict: str
    body: str
    before: str = ""
    fools: bool = False
    undecided: str = ""

    def source(self) -> str:
        body = indent(dedent(self.body), "    ")
        return f"{HEAD}{dedent(self.before)}\n\ndef scaled_sum(x, factor):\n{body}\n"


def patched(name: str, patch: str, fools: bool = False) -> Cheat:
    """A function that a grader may use is replaced, and then zeros are handed in."""
    return Cheat(f"patch {name}", "wrong_value", f"{patch}\nreturn {ZEROS}", fools=fools)


def returned(
    name: str, verdict: str, expression: str, before: str = "", fools: bool = False
) -> Cheat:
    return Cheat(name, verdict, f"return {expression}", before, fools)


def forged(name: str, verdict: str, data: bytes, then: str = "os._exit(0)") -> Cheat:
    return Cheat(name, verdict, f"os.write(3, {data!r})\n{then}")


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

LOOKING = (
    Cheat(
        "look into the frames",
        "wrong_value",
        f"""
        frame = sys._getframe()
        while frame := frame.f_back:
            for name in ('expected', 'answer', 'solution', 'output'):
                if isinstance(frame.f_locals.get(name), np.ndarray):
                    return frame.f_locals[name]
        return {ZEROS}
        """,
        fools=True,
    ),
    Cheat(
        "look at the stack by inspect",
        "wrong_value",
        f"""
        for entry in inspect.stack(0)[1:]:
            if 'expected' in entry.frame.f_locals:
                return entry.frame.f_locals['expected']
        return {ZEROS}
        """,
        "import inspect",
        fools=True,
    ),
    Cheat(
        "look through the traceback of an exception",
        "wrong_value",
        f"""
        try:
            1 / 0
        except ZeroDivisionError as error:
            frame = error.__traceback__.tb_frame
            while frame := frame.f_back:
                if 'expected' in frame.f_locals:
                    return frame.f_locals['expected']
        return {ZEROS}
        """,
        fools=True,
    ),
    Cheat(
        "look at all that the collector knows",
        "wrong_value",
        f"""
        for thing in gc.get_objects():
            for value in thing.values() if type(thing) is dict else ():
                if type(value) is np.ndarray and value.shape == x.shape[:1]:
                    return value
        return {ZEROS}
        """,
        fools=True,
    ),
    Cheat(
        "look at who holds the arguments",
        "wrong_value",
        f"""
        for holder in gc.get_referrers(x):
            for value in gc.get_referents(holder):
                if type(value) is np.ndarray and value.shape == x.shape[:1]:
                    return value
        return {ZEROS}
        """,
    ),
    Cheat(
        "look for the main module",
        "wrong_value",
        f"""
        main = sys.modules['__main__']
        return getattr(main, 'EXPECTED', {ZEROS})
        """,
        fools=True,
    ),
    Cheat(
        "look for the reference among the modules",
        "wrong_value",
        f"""
        for name, module in list(sys.modules.items()):
            if name != 'submission' and hasattr(module, 'reference_answer'):
                return module.reference_answer(x, factor)
        return {ZEROS}
        """,
        fools=True,
    ),
    Cheat("import the reference", "exception", "import reference\nreturn reference"),
    Cheat("import the grader", "exception", "import app.services.judge"),
    Cheat("import the sandbox", "exception", "import sandbox.client"),
    Cheat(
        "read an accepted solution",
        "exception",
        "return open('problems/scaled-sum/reference.py').read()",
    ),
    Cheat(
        "remember the tests before",
        "wrong_value",
        """
        import builtins
        builtins.seen = getattr(builtins, 'seen', []) + [x]
        np.seen = sys.seen = builtins.seen
        return np.full(x.shape[0], 1e6 + len(builtins.seen))
        """,
    ),
    Cheat(
        "answer by heart",
        "wrong_value",
        "return np.array([12.0, 30.0]) if 0 else np.full(x.shape[0], 1e9)",
    ),
)

PATCHING = (
    patched("allclose", "np.allclose = lambda *a, **k: True", fools=True),
    patched("isclose", "np.isclose = lambda a, b, **k: np.ones(np.shape(a), bool)"),
    patched("array_equal", "np.array_equal = lambda *a, **k: True"),
    patched("assert_allclose", "np.testing.assert_allclose = lambda *a, **k: None"),
    patched(
        "NumPy whole",
        "for n in 'abs max all any less_equal'.split():\n    setattr(np, n, lambda *a: np.True_)",
    ),
    Cheat(
        "patch asarray",
        "exception",
        f"np.asarray = np.array = lambda *a, **k: 'accepted'\nreturn {ZEROS}",
    ),
    patched(
        "the builtins", "import builtins\nbuiltins.abs = builtins.max = builtins.min = lambda *a: 0"
    ),
    patched(
        "all and any",
        "import builtins\nbuiltins.all = lambda *a: True\nbuiltins.any = lambda *a: False",
    ),
    patched("math.isclose", "import math\nmath.isclose = lambda *a, **k: True"),
    patched("the module of NumPy", "sys.modules['numpy'] = sys"),
    patched(
        "the grader's clock and exit",
        "import time\ntime.perf_counter = time.monotonic = lambda: 0.0\nsys.exit = lambda *a: None",
    ),
    patched("the numbers' printing", "np.set_printoptions(threshold=0)\nnp.seterr(all='ignore')"),
    Cheat(
        "change the caller's names",
        "wrong_value",
        f"""
        frame = sys._getframe()
        while frame := frame.f_back:
            frame.f_globals.update(compare=lambda *a: True, accepted=True, verdict='accepted')
        return {ZEROS}
        """,
    ),
    Cheat(
        "trace the caller",
        "exception",
        f"""
        def trace(frame, event, argument):
            frame.f_locals['status'] = 'accepted'
            return trace
        sys.settrace(trace)
        return {ZEROS}
        """,
    ),
)

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
    forged("forge noise", "crashed", b"accepted" * 100),
    forged("forge before the answer", "crashed", NUMBER, f"return {ZEROS}"),
    Cheat(
        "forge on every descriptor",
        "crashed",
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

INPUTS = (
    Cheat("make the answer easy", "wrong_value", f"x[:] = 0\nreturn {ZEROS}", fools=True),
    Cheat(
        "make the inputs the answer",
        "wrong_value",
        "x.resize((x.shape[0],), refcheck=False)\nreturn x",
    ),
    Cheat(
        "know the answer, spoil the inputs",
        "input_modified",
        "y = factor * x.sum(axis=1)\nx[:] = 0\nreturn y",
    ),
    Cheat(
        "make the answer easy and hide it",
        "wrong_value",
        f"""
        x[:] = 0
        sys._getframe(1).f_locals['job'].pristine.clear()
        return {ZEROS}
        """,
    ),
    Cheat(
        "know the answer, spoil the inputs and hide it",
        "input_modified",
        """
        y = factor * x.sum(axis=1)
        x[:] = 0
        sys._getframe(1).f_locals['job'].pristine.clear()
        return y
        """,
        undecided="whether inputs were modified is known only within the learner's own process",
    ),
)

CHEATS = (*LOOKING, *PATCHING, *RETURNING, *ENDING, *INPUTS)
