"""Submissions that leave their mark on the process, for ``scaled_sum``: all answer honestly."""

from __future__ import annotations

SETTINGS = """
import builtins, decimal, gc, json, os, random, sys, warnings
import numpy as np

def settings():
    return [
        sys.getrecursionlimit(), sys.gettrace(), sys.getprofile(), sys.path,
        sys.stdout.fileno(), sys.stderr.fileno(), sorted(vars(builtins)), sorted(vars(np)),
        np.sum, pow, dict(os.environ), gc.isenabled(), gc.get_threshold(), gc.callbacks,
        warnings.filters, decimal.getcontext().prec, sorted(np.geterr().items()),
        np.geterrcall(), sorted(np.get_printoptions().items(), key=str),
        random.random(), np.random.rand(), hasattr(sys, 'left'), 'left' in sys.modules,
    ]

now = [repr(item) for item in settings()]
first = vars(json).setdefault('first', now)
assert now == first, [pair for pair in zip(first, now) if pair[0] != pair[1]]


def scaled_sum(x, factor):
    y = factor * x.sum(axis=1)
    sys.setrecursionlimit(200)
    sys.left = sys.modules['left'] = json
    sys.path.append('left')
    sys.stdout = sys.stderr = None
    builtins.left = 1
    builtins.pow = np.sum = None
    os.environ['left'] = 'x'
    gc.disable()
    gc.set_threshold(1)
    gc.callbacks.append(lambda *_: None)
    warnings.simplefilter('error')
    decimal.getcontext().prec = 3
    np.seterr(all='raise')
    np.seterrcall(print)
    np.set_printoptions(precision=1, threshold=3)
    random.seed(1)
    np.random.seed(1)
    return y
"""
"""Fails when it finds a setting that is not as it was in the first run of its process; the numbers
of ``random`` are those of a seed that comes with the arguments.
"""

REMEMBERING = """
import builtins, gc, json, sys
import numpy as np

class Kept(list):
    'Known to the collector, once nothing else holds it.'

def found():
    for thing in gc.get_objects():
        if type(thing).__name__ == 'Kept':
            yield from (item for item in thing if isinstance(item, np.ndarray))
    for place in (json, np, sys, builtins):
        yield from vars(place).get('seen', ())

seen = list(found())


def scaled_sum(x, factor):
    kept = Kept([x.copy(), *seen])
    kept.append(kept.append)
    for place in (json, np, sys, builtins):
        place.seen = kept[:-1]
    print(*{np.size(item) for item in seen})
    return factor * x.sum(axis=1)
"""
"""Prints the sizes of all inputs that this process has seen before."""
