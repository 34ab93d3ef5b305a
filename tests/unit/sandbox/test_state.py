"""What honest code leaves behind is gone for the next run."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHANGES = {
    "a name among the built-in ones": ("builtins.x = 1", "hasattr(builtins, 'x')"),
    "a built-in function": ("builtins.sum = None", "builtins.sum is None"),
    "a function of NumPy": ("np.exp = None", "np.exp is None"),
    "a function of numpy.linalg": ("np.linalg.inv = None", "np.linalg.inv is None"),
    "a function that is gone": ("del np.exp", "not hasattr(np, 'exp')"),
    "an imported module": ("import colorsys", "'colorsys' in sys.modules"),
    "a module that is gone": ("del sys.modules['math']", "'math' not in sys.modules"),
    "the path": ("sys.path.append('x')", "'x' in sys.path"),
    "an environment variable": ("os.environ['X'] = '1'", "'X' in os.environ"),
    "the recursion limit": ("sys.setrecursionlimit(77777)", "sys.getrecursionlimit() == 77777"),
    "the collector": ("gc.disable()", "not gc.isenabled()"),
    "how often it collects": ("gc.set_threshold(0)", "gc.get_threshold()[0] == 0"),
    "its callbacks": ("gc.callbacks.append(print)", "gc.callbacks"),
    "a tracing function": ("sys.settrace(lambda *_: None)", "sys.gettrace()"),
    "a profiling function": ("sys.setprofile(lambda *_: None)", "sys.getprofile()"),
    "filters of warnings": (
        "warnings.simplefilter('error')",
        "warnings.filters[0][0] == 'error'",
    ),
    "what a warning shows": (
        "warnings.showwarning = None",
        "warnings.showwarning is None",
    ),
    "the error state": ("np.seterr(all='raise')", "np.geterr()['over'] == 'raise'"),
    "its function": ("np.seterrcall(print)", "np.geterrcall()"),
    "the buffer size": ("np.setbufsize(4096)", "np.getbufsize() == 4096"),
    "print options": (
        "np.set_printoptions(precision=2)",
        "np.get_printoptions()['precision'] == 2",
    ),
    "the bit generator": (
        "np.random.set_bit_generator(np.random.PCG64(1))",
        "type(np.random.get_bit_generator()).__name__ == 'PCG64'",
    ),
    "the module random": ("random.random = None", "random.random is None"),
}

PROGRAM = """
import builtins, decimal, gc, math, os, random, sys, warnings
import numpy as np
from sandbox.state import State, isolated
os.environ.clear()
state = State()
{change}
assert {left}, "the change changes nothing"
state.look()()
assert not ({left}), "it is still there"
"""


def ends_well(program: str) -> None:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_put_back(name: str) -> None:
    change, left = CHANGES[name]
    ends_well(PROGRAM.format(change=change, left=left))


def test_context_variables_end_with_the_run() -> None:
    ends_well(
        "import decimal\nfrom sandbox.state import isolated\n"
        "isolated(lambda: decimal.setcontext(decimal.Context(prec=3)))\n"
        "assert decimal.getcontext().prec == 28\n"
    )
