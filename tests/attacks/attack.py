"""What an attack is: a small program, and exactly how it must end behind the walls."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from textwrap import dedent, indent

import numpy as np

from sandbox.confine import syscall_numbers
from sandbox.protocol import Limits, Module, RunRequest, RunResult, RunStatus, Tier, Value

MARK = f"left-by-an-attack-{os.getpid()}"
"""In the name of everything that an attack tries to make; two runs of the suite have two marks."""

MIB = 2**20
QUICK = Limits(wall_seconds=20.0, cpu_seconds=0.2, memory_bytes=64 * MIB)
"""For what computes for ever: a busy host does not turn the CPU limit into the wall limit."""

WAITING = Limits(wall_seconds=0.5)
"""For what waits for ever: idle is what uses less than a tenth of it, also on a busy host."""

PRELUDE = f"""\
import ctypes, errno, gc, mmap, os, signal, struct, sys, time
import numpy as np

MARK = {MARK!r}
NR = {syscall_numbers.numbers(syscall_numbers.this_machine())!r}
LIBC = ctypes.CDLL(None, use_errno=True)
LONG = {{"syscall", "mmap", "shmat"}}


def call(name, *arguments):
    function = getattr(LIBC, name)
    function.restype = ctypes.c_long if name in LONG else ctypes.c_int
    result = function(*arguments)
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def system_call(name, *arguments):
    return call("syscall", NR.get(name, name), *arguments)


"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run ends.  ``message`` is how the exception's message begins; ``value`` is what came
    back, of an array as a list, or the name of its type in angle brackets where that cannot cross.
    Of a process that answered nobody asks how it ends: ``signal`` and ``exit_code`` are of those
    that did not.
    """

    status: RunStatus
    error: str | None = None
    message: str = ""
    value: object = None
    signal: int | None = None
    exit_code: int | None = None
    syscall: str | None = None

    def seen_in(self, result: RunResult) -> Outcome:
        """What ``result`` says of all that this outcome speaks of."""
        value: object = None
        if result.returned is not None:
            returned = result.returned
            value = returned.value if returned.crossed else f"<{returned.type_name}>"
            value = value.tolist() if isinstance(value, np.ndarray) else value
        return Outcome(
            result.status,
            result.error.type if result.error else None,
            result.error.message[: len(self.message)] if result.error else "",
            value,
            result.signal,
            result.exit_code,
            # A kernel that cannot tell leaves it out.
            self.syscall and (result.syscall or self.syscall),
        )


def returns(value: object) -> Outcome:
    return Outcome(RunStatus.OK, value=value)


def raises(error: str, message: str = "") -> Outcome:
    return Outcome(RunStatus.EXCEPTION, error, message)


def fails(number: int) -> Outcome:
    """A system call that fails with errno ``number``."""
    kinds = {1: "PermissionError", 2: "FileNotFoundError", 11: "BlockingIOError"}
    kind = kinds.get(number, "PermissionError" if number == 13 else "OSError")
    return raises(kind, f"[Errno {number}]")


def runs_out_of_memory(error: str = "MemoryError") -> Outcome:
    return Outcome(RunStatus.MEMORY_LIMIT, error)


def crashes(signal: int) -> Outcome:
    return Outcome(RunStatus.CRASHED, signal=signal)


def exits(code: int) -> Outcome:
    return Outcome(RunStatus.EXITED if code else RunStatus.NO_RESULT, exit_code=code)


def stopped(status: RunStatus) -> Outcome:
    """Killed by the client."""
    return Outcome(status)


def forbidden(call: str) -> Outcome:
    """Killed for the system call named ``call``."""
    return replace(FORBIDDEN, syscall=call)


FORBIDDEN = Outcome(RunStatus.FORBIDDEN_SYSCALL, signal=31)
MALFORMED = Outcome(RunStatus.MALFORMED_RESULT)
BROKEN_OFF = Outcome(RunStatus.MALFORMED_RESULT, exit_code=0)
"""Ended, and well, within its answer."""

CPU = stopped(RunStatus.CPU_LIMIT)
IDLE = stopped(RunStatus.IDLE)
EPERM, ENOENT, EAGAIN, EACCES, EROFS, ENOSYS = map(fails, (1, 2, 11, 13, 30, 38))
NO_FILE = {Tier.NAMESPACES: ENOENT}
"""Where the namespace has a root of its own, there is not even a name."""
NO_OPEN = {Tier.NOOPEN: EACCES}


@dataclass(frozen=True, slots=True)
class Attack:
    """``program`` is the body of ``f(target)``; ``tiers`` says where ``expected`` differs.

    ``target`` holds things of the host to aim at, see ``arena.Targets``.  ``control`` is how the
    same program ends without any wall, for those that do no harm there: "returns", "raises",
    "exits N" or "signal N".  ``before`` is code of the module, run when it is loaded.
    """

    name: str
    program: str
    expected: Outcome
    tiers: Mapping[Tier, Outcome] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    control: str | None = None
    before: str = ""

    def outcome(self, tier: Tier) -> Outcome:
        return self.tiers.get(tier, self.expected)

    def source(self) -> str:
        return (
            PRELUDE
            + dedent(self.before)
            + "\n\ndef f(target):\n"
            + indent(dedent(self.program), "    ")
        )

    def request(self, target: dict[str, Value]) -> RunRequest:
        module = Module("solution", self.source(), "solution.py")
        return RunRequest((module,), "f", {"target": target}, self.limits)
