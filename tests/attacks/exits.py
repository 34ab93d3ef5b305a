"""Games with the end: leave early, leave twice, answer for the grader."""

from __future__ import annotations

import struct

import numpy as np

from sandbox import arrays, frames
from sandbox.protocol import RunStatus

from .attack import (
    BROKEN_OFF,
    CPU,
    IDLE,
    MALFORMED,
    QUICK,
    WAITING,
    Attack,
    Outcome,
    exits,
    raises,
    returns,
    stopped,
)

FORGED = frames.pack(
    {"status": "ok", "returned": {"type_name": "int", "crossed": True, "value": 1}}
)

TOO_LONG = stopped(RunStatus.RESULT_LIMIT)
WAIT = "time.sleep(1000)"


def idle(name: str, program: str) -> Attack:
    return Attack(name, program, IDLE, limits=WAITING)


def raw(node: bytes) -> bytes:
    """A frame of one node, whatever it says of itself; see ``sandbox/arrays.py``."""
    return struct.pack("<Q", len(arrays.MAGIC) + len(node)) + arrays.MAGIC + node


def forge(
    name: str, frame: bytes, outcome: object = MALFORMED, then: str = "os._exit(0)"
) -> Attack:
    return Attack(name, f"os.write(3, {frame!r})\n{then}", outcome)  # type: ignore[arg-type]


def error(**changes: object) -> bytes:
    described = {"type": "E", "message": "m", "frames": [], **changes}
    return frames.pack({"status": "exception", "error": described})


ATTACKS = (
    Attack("leave with 0", "os._exit(0)", exits(0), control="exits 0"),
    Attack("leave with 7", "os._exit(7)", exits(7), control="exits 7"),
    Attack("leave with 99", "os._exit(99)", exits(99), control="exits 99"),
    Attack("leave with 137", "os._exit(137)", exits(137), control="exits 137"),
    Attack("leave with -1", "os._exit(-1)", exits(255), control="exits 255"),
    Attack("leave by the C library", "LIBC.exit(3)", exits(3), control="exits 3"),
    Attack("leave by the system call", "system_call('exit_group', 4)", exits(4), control="exits 4"),
    Attack("leave the thread", "system_call('exit', 0)", exits(0), control="exits 0"),
    Attack(
        "leave while the module loads", "pass", exits(0), before="os._exit(0)", control="exits 0"
    ),
    Attack("sys.exit(0)", "sys.exit(0)", raises("SystemExit", "0")),
    Attack("sys.exit with text", "sys.exit('accepted')", raises("SystemExit", "accepted")),
    Attack(
        "SystemExit while the module loads", "pass", raises("SystemExit", "0"), before="sys.exit(0)"
    ),
    Attack("KeyboardInterrupt", "raise KeyboardInterrupt", raises("KeyboardInterrupt")),
    Attack("GeneratorExit", "raise GeneratorExit", raises("GeneratorExit")),
    Attack(
        "an exception of no kind",
        "class E(BaseException):\n    pass\nraise E('x')",
        raises("solution.f.<locals>.E", "x"),
    ),
    Attack(
        "leave in __str__",
        "class E(Exception):\n    def __str__(self):\n        os._exit(0)\nraise E",
        exits(0),
    ),
    Attack(
        "sys.exit in __str__",
        "class E(Exception):\n    def __str__(self):\n        sys.exit(0)\nraise E",
        raises("solution.f.<locals>.E", "(its message could not be made"),
    ),
    Attack(
        "leave in __repr__ of the key",
        "class K:\n    def __repr__(self):\n        os._exit(0)\nraise KeyError(K())",
        exits(0),
    ),
    Attack(
        "leave when the result is freed",
        "class R:\n    def __del__(self):\n        os._exit(0)\nreturn R()",
        exits(0),
    ),
    Attack(
        "leave in a callback of the collector",
        "gc.callbacks.append(lambda *_: os._exit(5))\ngc.collect()",
        exits(5),
    ),
    Attack("leave at exit", "import atexit\natexit.register(os._exit, 5)\nreturn 1", returns(1)),
    Attack(
        "leave in a trace of the grader",
        "sys.setprofile(lambda *_: os._exit(6))\nreturn 1",
        exits(6),
    ),
    # After the answer nobody waits for the process to leave: it is killed or gets another job.
    Attack("never leave", "os._exit = lambda code: None\nreturn 1", returns(1)),
    Attack(
        "never leave, and loop",
        "def forever(code):\n    while True:\n        pass\nos._exit = forever\nreturn 1",
        returns(1),
        limits=QUICK,
    ),
    Attack(
        "never leave, and wait",
        "os._exit = lambda code: time.sleep(1000)\nreturn 1",
        returns(1),
        limits=WAITING,
    ),
    Attack("close the answer", "os.close(3)\nreturn 1", exits(0)),
    Attack("close everything", "os.closerange(0, 64)\nreturn 1", exits(0)),
    # Without an answer it is asked for until time is over, though it waits for another job itself.
    idle("answer to the output", "os.dup2(1, 3)\nreturn 1"),
    idle("answer into nothing", "os.write = lambda fd, data: len(data)\nreturn 1"),
    Attack("answer for ever", "os.write = lambda fd, data: 0\nreturn 1", CPU, limits=QUICK),
    Attack(
        "answer in packets",
        "import fcntl\nfcntl.fcntl(3, fcntl.F_SETFL, os.O_DIRECT | os.O_WRONLY)\nreturn 1",
        returns(1),
    ),
    # What was printed is the length of an answer that never comes whole.
    idle("output to the answer", "os.dup2(3, 1)\nprint('x')\nreturn 1"),
    # The first whole frame is the answer, whoever wrote it and whatever comes after.
    forge("forge a value", FORGED, returns(1)),
    forge("forge a value and return", FORGED, returns(1), "return 2"),
    forge("forge a value and fail", FORGED, returns(1), "os._exit(1)"),
    forge("forge a value and crash", FORGED, returns(1), "ctypes.string_at(0)"),
    forge("forge a value and ask for the forbidden", FORGED, returns(1), "os.execv('/x', ['x'])"),
    forge("forge a value and close", FORGED, returns(1), "os.close(3); raise SystemExit"),
    forge("forge two values", FORGED * 2, returns(1)),
    # A length that no answer may have is enough.
    forge("forge bytes", b"\xff" * 100, TOO_LONG, WAIT),
    forge("forge one byte", b"\x00", BROKEN_OFF),
    idle("forge one byte and wait", "os.write(3, bytes(1))\ntime.sleep(1000)"),
    idle("forge all but the last byte", f"os.write(3, {FORGED[:-1]!r})\ntime.sleep(1000)"),
    forge("forge a length beyond all memory", b"\xff" * 8 + FORGED[8:], TOO_LONG, WAIT),
    forge("forge a shorter length", frames.pack([])[:8] + FORGED[8:]),
    forge("forge trailing bytes", FORGED + b"\x00", returns(1)),
    forge("forge a fault of the sandbox", frames.pack({"status": RunStatus.SANDBOX_FAILED.value})),
    forge("forge a time limit", frames.pack({"status": RunStatus.WALL_LIMIT.value})),
    forge("forge an unknown status", frames.pack({"status": "accepted"})),
    forge("forge a field of the verdict", frames.pack({"status": "ok", "verdict": "accepted"})),
    forge("forge a status without value", frames.pack({"status": "ok"})),
    forge(
        "forge an array that is none",
        frames.pack(
            {
                "status": "ok",
                "returned": {"type_name": "numpy.ndarray", "crossed": True, "value": 1},
            }
        ),
    ),
    forge(
        "forge an array of another shape",
        frames.pack(
            {
                "status": "ok",
                "returned": {
                    "type_name": "numpy.ndarray",
                    "dtype": "float64",
                    "shape": [4],
                    "crossed": True,
                    "value": np.zeros(2),
                },
            }
        ),
    ),
    forge("forge a CPU time", frames.pack({"status": "no_function", "cpu_ms": 0})),
    forge(
        "forge a missing function",
        frames.pack({"status": "no_function"}),
        Outcome(RunStatus.NO_FUNCTION),
    ),
    forge("forge a long message", error(message="x" * 5000)),
    forge("forge many frames", error(frames=[[1, "f", "s"]] * 21)),
    forge("forge a deep value", raw(b"l\1\0\0\0" * 30_000 + b"N")),
    forge("forge a list of four billion", raw(b"l" + b"\xff" * 4)),
    forge("forge a text that is none", raw(b"s\4\0\0\0" + b"\xff" * 4)),
    forge("forge one key twice", raw(b"d\2\0\0\0" + b"\1\0\0\0xN" * 2)),
    forge("forge a key that is no text", raw(b"d\1\0\0\0" + b"\1\0\0\0\xffN")),
    forge("forge an array of 255 axes", raw(b"a\x0c\xff" + struct.pack("<255Q", *[1] * 255))),
    forge("forge an array of 2^63 numbers", raw(b"a\x0c\1" + struct.pack("<Q", 1 << 63))),
    forge(
        "forge an array whose size wraps around",
        raw(b"a\x0c\2" + struct.pack("<2Q", *[1 << 32] * 2)),
    ),
    forge("forge an array of objects", raw(b"a\x63\0" + bytes(8))),
    forge("forge an array that is cut off", raw(b"a\x0c\1" + struct.pack("<Q", 9) + bytes(64))),
    forge("forge what is neither true nor false", raw(b"a\1\0\2")),
    forge("forge an unknown kind of value", raw(b"\0")),
    forge("forge a negative line", error(frames=[[-1, "f", "s"]])),
    forge("forge a frame of another shape", error(frames=[1])),
    forge("forge an unlocked child", frames.pack_not_locked("sorry"), exits(1), "os._exit(1)"),
    forge("forge a locked child", frames.LOCKED, BROKEN_OFF),
)
