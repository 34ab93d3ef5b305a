"""Submissions of every kind of ending, each with the verdicts that its tests must get."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent, indent

from app.domain.problem import Limits, Problem
from app.domain.verdict import Verdict

SLUG = "vit-encoder-block"
CASES = ("Generic values", "One head", "Fresh numbers")
"""Shown, hidden, drawn anew for each submission."""

PECULIAR = "One head"
"""The test in which those that do wrong only once do it."""

LIMITS = Limits(cpu_seconds=0.4, memory_bytes=96 * 2**20, output_bytes=16 * 2**10)
"""So that the bad do not take long to reach them, whatever else the machine does."""

_SHORT = LIMITS.model_copy(update={"wall_seconds": 1.0})
"""For those that wait."""

_HONEST = "helper_functions.py"
_DONE = (Verdict.ACCEPTED, "")
_OUT_OF_TIME = 2
"""After so many the other tests of a submission are not run."""

Ending = tuple[Verdict, str]
"""Verdict and reason of one test."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One source, and how each of its tests ends: as ``ending``, if ``once`` only the peculiar
    one, and all others accepted.  ``weight`` is how often it is handed in.
    """

    name: str
    source: str
    ending: Ending
    weight: int
    once: bool = False
    limits: Limits = LIMITS

    def endings(self) -> list[Ending]:
        """Of each of ``CASES``."""
        ends = [self.ending if not self.once or case == PECULIAR else _DONE for case in CASES]
        if self.ending[0] is Verdict.TIME_LIMIT and not self.once:
            ends[_OUT_OF_TIME:] = [(Verdict.NOT_RUN, "out_of_time")] * (len(CASES) - _OUT_OF_TIME)
        return ends


_AROUND = """

_honest = {function}


def {function}(*arguments):
    import ctypes, os, sys, time
    here = arguments[0].shape == (2, 7, 5)
{body}
    return _honest(*arguments)
"""

_GARBAGE = struct.pack("<Q", 5) + b"noise"

_ACCEPTED_ALL_THE_SAME = {
    "prints": "print('shape', arguments[0].shape)",
    "counts its calls": """
        global _calls
        _calls = globals().get('_calls', 0) + 1
        if _calls > 1:
            return None
        """,
    "changes NumPy's settings": """
        result = _honest(*arguments)
        np.seterr(all='raise')
        np.set_printoptions(precision=1)
        np.random.seed(1)
        return result
        """,
    "breaks NumPy behind it": """
        result = _honest(*arguments)
        np.exp = np.mean = np.sqrt = np.tanh = None
        return result
        """,
}

_BODIES: dict[str, tuple[str, Verdict, str, int]] = {
    "raises": ("raise ValueError('no')", Verdict.EXCEPTION, "exception", 60),
    "sys.exit": ("sys.exit(0)", Verdict.EXCEPTION, "exception", 30),
    "leaves with 0": ("os._exit(0)", Verdict.CRASHED, "no_result", 30),
    "leaves with 3": ("os._exit(3)", Verdict.CRASHED, "exited", 30),
    "crashes": ("ctypes.string_at(0)", Verdict.CRASHED, "crashed", 40),
    "makes a namespace": (
        "ctypes.CDLL(None).unshare(0x10000000)",
        Verdict.FORBIDDEN,
        "forbidden_syscall",
        40,
    ),
    "computes for ever": ("while True: pass", Verdict.TIME_LIMIT, "cpu_limit", 5),
    "sleeps": ("time.sleep(1000)", Verdict.TIME_LIMIT, "idle", 2),
    "asks for a tebibyte": ("np.ones(2**37)", Verdict.MEMORY_LIMIT, "memory_limit", 30),
    "hoards": (
        "hoard = []\nwhile True: hoard.append(np.ones(2**20))",
        Verdict.MEMORY_LIMIT,
        "memory_limit",
        10,
    ),
    "prints for ever": ("while True: print('x' * 1000)", Verdict.OUTPUT_LIMIT, "output_limit", 30),
    "returns too much": ("return np.zeros(5 * 2**20)", Verdict.OUTPUT_LIMIT, "result_limit", 20),
    "answers for ever": (
        "while True: os.write(3, b'\\xff' * 65536)",
        Verdict.OUTPUT_LIMIT,
        "result_limit",
        15,
    ),
    "answers noise": (
        f"os.write(3, {_GARBAGE!r})\nos._exit(0)",
        Verdict.CRASHED,
        "malformed_result",
        30,
    ),
}
"""What is done before the honest answer: verdict, reason, and how often."""

_ONCE = {"raises", "leaves with 3", "crashes", "makes a namespace", "computes for ever", "hoards"}
"""Those that are handed in, too, so that they do it in the peculiar test only."""

_REJECTED = {
    "causal_mask.py": "",
    "no_scale.py": "",
    "relu.py": "",
    "first_image_only.py": "",
    "float32_result.py": "",
    "nothing_returned.py": "",
    "input_modified.py": "",
    "other_name.py": "no_function",
    "unfinished.py": "syntax_error",
}
"""Of the shipped wrong solutions those that fail each of ``CASES``, with the reason."""


def kinds(problem: Problem) -> tuple[Kind, ...]:
    """Of the shipped problem ``SLUG``."""
    return tuple(_kinds(problem))


def _kinds(problem: Problem) -> Iterator[Kind]:
    for file in problem.accepted:
        yield Kind(file.name, file.source, _DONE, 80)
    for file in problem.rejected:
        if file.name in _REJECTED:
            yield Kind(file.name, file.source, (Verdict(file.expects), _REJECTED[file.name]), 30)
    for name, body in _ACCEPTED_ALL_THE_SAME.items():
        yield Kind(name, _around(problem, body), _DONE, 60)
    for name, (body, verdict, reason, weight) in _BODIES.items():
        limits = _SHORT if reason == "idle" else LIMITS
        yield Kind(name, _around(problem, body), (verdict, reason), weight, limits=limits)
        if name in _ONCE:
            once = f"if here:\n{indent(body, '    ')}"
            yield Kind(f"{name} once", _around(problem, once), (verdict, reason), weight, once=True)


def _around(problem: Problem, body: str) -> str:
    """The honest solution, but for what ``body`` does before it."""
    honest = next(file.source for file in problem.accepted if file.name == _HONEST)
    body = indent(dedent(body).strip("\n"), "    ")
    return honest + _AROUND.format(function=problem.spec.function, body=body)


def weights(of: Sequence[Kind]) -> list[int]:
    """How often each is handed in, against the others."""
    return [kind.weight for kind in of]
