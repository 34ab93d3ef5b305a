"""Cheats between the tests of one submission, which may share a process: each answers honestly, and
leaves something for the tests after it, or waits for them.

What one of them spoils for the next is run again in a process of its own, so that none gains or
loses by it.
"""

from __future__ import annotations

from .cheat import NUMBER, ZEROS, Cheat

HONEST = "y = factor * x.sum(axis=1)"
KEEPING = "import json, time\n"
"""A module of the library outlives the learner's own; its names are not put back."""


def spoiling(name: str, mess: str, before: str = "") -> Cheat:
    """Answer, and change something that the next test needs."""
    body = f"{HONEST}\n{mess}\nreturn y"
    return Cheat(name, "accepted", body, KEEPING + before)


def waiting(name: str, act: str) -> Cheat:
    """Answer, and ``act`` when the grader clears up before the next test."""
    left = f"class Left:\n    def __del__(self):\n        {act}\n"
    return spoiling(name, "sys.modules['left'] = Left()", left)


def inside(change: str) -> str:
    """``change`` the names of the module that reads jobs and writes answers, as ``grader``."""
    return f"""
frame = sys._getframe()
while frame := frame.f_back:
    if 'INDESCRIBABLE' in frame.f_globals and 'frames' in frame.f_globals:
        grader = frame.f_globals
        {change}
"""


CHEATS = (
    waiting("forge the next answer", f"os.write(3, {NUMBER!r})"),
    waiting("forge many answers", f"os.write(3, {NUMBER!r} * 100)"),
    waiting("a byte before the next answer", "os.write(3, b'x')"),
    waiting("half an answer before the next", f"os.write(3, {NUMBER[: len(NUMBER) // 2]!r})"),
    waiting("leave between the tests", "os._exit(0)"),
    waiting("crash between the tests", "__import__('ctypes').string_at(0)"),
    waiting("loop between the tests", "exec('while True: pass')"),
    waiting("sleep between the tests", "time.sleep(1000)"),
    waiting("fork between the tests", "os.fork()"),
    waiting("flood between the tests", "exec('while True: os.write(1, bytes(65536))')"),
    waiting("close all between the tests", "os.closerange(0, 64)"),
    waiting("answer to the output from now on", "os.dup2(1, 3)"),
    waiting("read the next job", "os.read(4, 8)"),
    waiting("no further job", "os.dup2(0, 4)"),
    waiting("no builtins from now on", "vars(__import__('builtins')).clear()"),
    waiting("no arrays from now on", "np.asarray = np.array = None"),
    spoiling("jobs without waiting", "import fcntl\nfcntl.fcntl(4, fcntl.F_SETFL, os.O_NONBLOCK)"),
    spoiling(
        "every answer twice",
        "json.write = getattr(json, 'write', os.write)\n"
        "os.write = lambda place, data: [json.write(place, data) for _ in range(2)][0]",
    ),
    spoiling(
        "eat the memory of the next", "json.kept = [vars(json).get('kept'), np.ones(12 << 20)]"
    ),
    spoiling("take the descriptors of the next", "json.held = [os.dup(1) for _ in range(40)]"),
    spoiling("sums that are wrong", "np._core._methods.umr_sum = lambda *a, **k: np.zeros(1)"),
    spoiling(
        "no clearing up",
        inside(
            "if 'state' in frame.f_locals:\n"
            "            frame.f_locals['state'].look = lambda: lambda: 1 / 0"
        ),
    ),
    spoiling(
        "answer for the grader from now on", inside(f"grader['execute'] = lambda j: {NUMBER!r}")
    ),
    spoiling(
        "ask an easier question from now on",
        inside(
            "real = grader['frames'].unpack_job\n"
            "        def easy(data):\n"
            "            job = real(data)\n"
            "            job.request.arguments['x'][:] = 0\n"
            "            return job\n"
            "        grader['frames'].unpack_job = easy"
        ),
    ),
    Cheat(
        "honest only at first",
        "accepted",
        f"json.times += 1\nreturn factor * x.sum(axis=1) if json.times == 1 else {ZEROS}",
        KEEPING + "json.times = vars(json).get('times', 0)\n",
    ),
    Cheat(
        "fail only at first",
        "exception",
        "json.times += 1\nassert json.times > 1\nreturn factor * x.sum(axis=1)",
        KEEPING + "json.times = vars(json).get('times', 0)\n",
    ),
    Cheat(
        "answer with the test before",
        "wrong_value",
        f"""
        before, json.before = vars(json).get('before'), factor * x.sum(axis=1)
        return {ZEROS} if before is None else np.resize(before, x.shape[0])
        """,
        KEEPING,
    ),
)
