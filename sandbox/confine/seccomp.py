"""seccomp(2): the filter of a child's system calls, compiled from ``syscall_rules``."""

from __future__ import annotations

import ctypes
import errno
from collections.abc import Iterator, Sequence

from sandbox.confine import bpf, libc, syscall_numbers, syscall_rules
from sandbox.confine.bpf import Instruction
from sandbox.confine.syscall_rules import Match, Rule

ALLOW = 0x7FFF0000
KILL = 0x80000000
_FAIL = 0x00050000

ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_X32_BIT = 0x40000000
_LOW = 0xFFFFFFFF

_SET_MODE_FILTER = 1
_GET_ACTION_AVAILABLE = 2


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


def compile_filter(machine: str, *, open_files: bool = True) -> list[Instruction]:
    """The filter for ``machine``; without ``open_files`` no file can be opened."""
    numbers = syscall_numbers.numbers(machine)
    checked, failing = list(syscall_rules.CHECKED), dict(syscall_rules.FAILING)
    if open_files:
        checked.insert(0, syscall_rules.OPENING)
    else:
        failing |= syscall_rules.OPENING_NOTHING
    allowed = syscall_rules.ALLOWED - failing.keys()
    program = [*_only(machine), *_each(numbers, allowed, ALLOW)]
    for rule in checked:
        program += _checked(numbers[rule.call], rule)
    for error in sorted(set(failing.values())):
        calls = frozenset(call for call in failing if failing[call] == error)
        program += _each(numbers, calls, fail(error))
    program += _each(numbers, syscall_rules.KILLED, KILL)
    return [*program, bpf.give(fail(errno.EPERM))]


def _only(machine: str) -> list[Instruction]:
    """Kill calls of another architecture; leave the number loaded."""
    program = [
        bpf.load(bpf.ARCHITECTURE_OFFSET),
        bpf.if_equal(ARCHITECTURES[machine], 1, 0),
        bpf.give(KILL),
        bpf.load(bpf.NUMBER_OFFSET),
    ]
    if machine == "x86_64":
        program += [bpf.if_at_least(_X32_BIT, 0, 1), bpf.give(KILL)]
    return program


def _each(numbers: dict[str, int], calls: frozenset[str], action: int) -> list[Instruction]:
    """``if number in calls: action``."""
    wanted = sorted(numbers[call] for call in calls if call in numbers)
    jumps = [bpf.if_equal(number, len(wanted) - at, 0) for at, number in enumerate(wanted)]
    return [*jumps, bpf.jump(1), bpf.give(action)]


def _checked(number: int, rule: Rule) -> list[Instruction]:
    """``if number: allow when all (or any one) of the matches hold, else refuse``."""
    tests = [half for match in rule.matches for half in _halves(match)]
    body: list[Instruction] = []
    for left, (load, mask, value) in zip(reversed(range(len(tests))), tests, strict=True):
        to_second = 3 * left + 1
        jumps = (to_second, 0) if rule.any_of else (0, to_second)
        body += [load, bpf.keep_bits(mask), bpf.if_equal(value, *jumps)]
    ends = [bpf.give(ALLOW), bpf.give(fail(rule.refusal))]
    body += reversed(ends) if rule.any_of else ends
    return [bpf.if_equal(number, 0, len(body)), *body]


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


class _Program(ctypes.Structure):
    """``struct sock_fprog``."""

    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))
