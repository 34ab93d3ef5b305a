"""seccomp(2): the filters of system calls, compiled from ``syscall_rules``."""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Iterator, Mapping, Sequence

from sandbox.confine import bpf, libc, syscall_numbers, syscall_rules
from sandbox.confine.bpf import Instruction
from sandbox.confine.syscall_rules import Loan, Match, Rule

ALLOW = 0x7FFF0000
KILL = 0x80000000
REPORT = 0x7FC00000
"""SECCOMP_RET_USER_NOTIF: the call waits, and whoever holds the listener is told of it; without
such a holder it fails with ENOSYS.
"""
_FAIL = 0x00050000

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32_BIT = 0x40000000
_LOW = 0xFFFFFFFF
_TEST = 3
"""Instructions of one test of an argument."""

_PR_GET_SECCOMP = 21
_MODE_FILTER = 2
_SET_MODE_FILTER = 1
_GET_ACTION_AVAILABLE = 2
_NEW_LISTENER = 1 << 3


def fail(error: int) -> int:
    """The action that makes a call fail with ``error``."""
    return _FAIL | error


def available() -> bool:
    """Whether this kernel and machine can run the filter, kill included."""
    action = ctypes.c_uint32(KILL)
    try:
        libc.syscall("seccomp", _GET_ACTION_AVAILABLE, 0, ctypes.byref(action))
    except (OSError, KeyError):
        return False
    return syscall_numbers.this_machine() in ARCHITECTURES


def in_use() -> bool:
    """Whether this process is behind a filter already, such as a container's."""
    return libc.call("prctl", _PR_GET_SECCOMP, 0, 0, 0, 0) == _MODE_FILTER


def compile_outer(
    machine: str,
    loans: Sequence[Loan] = (),
    *,
    forbidden: int = KILL,
    open_files: bool = True,
) -> list[Instruction]:
    """The filter that a zygote puts up for itself and all its children: everything that is not
    named fails, and ``forbidden`` is what happens to what nobody asks for in good faith.

    Without ``open_files`` no file can be opened.
    """
    numbers = syscall_numbers.numbers(machine)
    checked, failing = list(syscall_rules.CHECKED), dict(syscall_rules.FAILING)
    if open_files:
        checked.insert(0, syscall_rules.OPENING)
    else:
        failing |= syscall_rules.OPENING_NOTHING
    lent = {rule.call for rule in loans}
    free = {syscall_rules.SELF_LIMITS.call, *syscall_rules.UNTIL_LOCKED}
    program = [*_only(machine, forbidden)]
    program += _each(numbers, (syscall_rules.ALLOWED | free) - failing.keys(), ALLOW)
    for rule in checked:
        program += _checked(numbers, rule, ALLOW, fail(rule.refusal))
    for loan in loans:
        program += _checked(numbers, loan, ALLOW, forbidden)
    program += _failing(numbers, failing)
    program += _each(numbers, syscall_rules.KILLED - lent, forbidden)
    return [*program, bpf.give(fail(errno.EPERM))]


def compile_inner(machine: str, loans: Sequence[Loan] = ()) -> list[Instruction]:
    """The filter that a child adds when it is locked in: it takes away what only set-up needed.

    It is short, because each child has to put it up.  Of two filters the kernel heeds the stricter.
    """
    numbers = syscall_numbers.numbers(machine)
    program = [
        bpf.load(bpf.ARCHITECTURE_OFFSET),
        bpf.if_equal(ARCHITECTURES[machine], 1, 0),
        bpf.give(ALLOW),
        bpf.load(bpf.NUMBER_OFFSET),
    ]
    limits = syscall_rules.SELF_LIMITS
    program += _checked(numbers, limits, ALLOW, fail(limits.refusal))
    for loan in loans:
        ends = KILL if loan.refusal is None else fail(loan.refusal)
        program += _checked(numbers, loan, ends, ALLOW)
    return [*program, *_failing(numbers, syscall_rules.UNTIL_LOCKED), bpf.give(ALLOW)]


def _only(machine: str, forbidden: int) -> list[Instruction]:
    """Forbid calls of another architecture; leave the number loaded."""
    program = [
        bpf.load(bpf.ARCHITECTURE_OFFSET),
        bpf.if_equal(ARCHITECTURES[machine], 1, 0),
        bpf.give(forbidden),
        bpf.load(bpf.NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        program += [bpf.if_at_least(X32_BIT, 0, 1), bpf.give(forbidden)]
    return program


def _failing(numbers: dict[str, int], errors: Mapping[str, int]) -> list[Instruction]:
    """``if number in errors: fail with its error``."""
    program: list[Instruction] = []
    for error in sorted(set(errors.values())):
        calls = frozenset(call for call in errors if errors[call] == error)
        program += _each(numbers, calls, fail(error))
    return program


def _each(numbers: dict[str, int], calls: frozenset[str], action: int) -> list[Instruction]:
    """``if number in calls: action``."""
    wanted = sorted(numbers[call] for call in calls if call in numbers)
    jumps = [bpf.if_equal(number, len(wanted) - at, 0) for at, number in enumerate(wanted)]
    return [*jumps, bpf.jump(1), bpf.give(action)]


def _checked(
    numbers: dict[str, int], rule: Rule | Loan, holds: int, fails: int
) -> list[Instruction]:
    """``if number: holds`` when all (or any one) of the matches hold, else ``fails``."""
    groups = [[match] for match in rule.matches] if rule.any_of else [rule.matches]
    tests = [[half for match in group for half in _halves(match)] for group in groups]
    to_fails = sum(map(len, tests)) * _TEST
    body: list[Instruction] = []
    for group in tests:
        next_group = len(body) + len(group) * _TEST
        for left, (load, mask, value) in zip(reversed(range(len(group))), group, strict=True):
            after = len(body) + _TEST
            if_true = 0 if left else to_fails + 1 - after
            body += [load, bpf.keep_bits(mask), bpf.if_equal(value, if_true, next_group - after)]
    body += [bpf.give(fails), bpf.give(holds)]
    return [bpf.if_equal(numbers[rule.call], 0, len(body)), *body]


def _halves(match: Match) -> Iterator[tuple[Instruction, int, int]]:
    """The 32-bit tests that a 64-bit match is made of: what to load, its mask, its value."""
    yield bpf.load_argument(match.argument), match.mask & _LOW, match.value & _LOW
    if match.mask > _LOW:
        yield bpf.load_argument(match.argument, high=True), match.mask >> 32, match.value >> 32


class Filter:
    """A filter ready to be put up: assembled once in the zygote, applied in each child."""

    def __init__(self, program: Sequence[Instruction]) -> None:
        self._code = ctypes.create_string_buffer(bpf.assemble(program))
        self._program = _Program(len(program), ctypes.addressof(self._code))

    def apply(self) -> None:
        """Hold this process to the filter for ever.  Needs ``forbid_new_privileges`` first."""
        libc.syscall("seccomp", _SET_MODE_FILTER, 0, ctypes.byref(self._program))

    def apply_reporting(self) -> int:
        """As ``apply``, and return a descriptor that tells of the calls with action ``REPORT``,
        see ``listener``.

        Raises ``OSError`` before Linux 5.0, and where a filter that was put up earlier, by a
        container's runtime say, has such a descriptor already.
        """
        flags = _NEW_LISTENER
        return libc.syscall("seccomp", _SET_MODE_FILTER, flags, ctypes.byref(self._program))


class _Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))
