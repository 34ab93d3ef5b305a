"""Cheats within the process: look for the answer, change the grader, change the question.

None of them knows the answer, but for those that say so.
"""

from __future__ import annotations

from .cheat import ZEROS, Cheat, patched

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
        "wrong_value",
        f"""
        def trace(frame, event, argument):
            frame.f_locals['status'] = 'accepted'
            return trace
        sys.settrace(trace)
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
        sys._getframe(1).f_locals['job'].places.clear()
        return {ZEROS}
        """,
    ),
)

CHEATS = (*LOOKING, *PATCHING, *INPUTS)
