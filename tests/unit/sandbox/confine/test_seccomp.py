"""The two filters, evaluated together for every system call number, architecture and argument
rule.
"""

from __future__ import annotations

import errno
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sandbox.confine import bpf, syscall_rules
from sandbox.confine.namespaces import VIEW, Namespace
from sandbox.confine.seccomp import (
    ALLOW,
    ARCHITECTURES,
    KILL,
    REPORT,
    compile_inner,
    compile_outer,
    fail,
)
from sandbox.confine.syscall_numbers import numbers

MACHINES = list(ARCHITECTURES)
I386, ARM = 0x40000003, 0x40000028
HIGHEST_NUMBER = 1024
X32_BIT = 0x40000000

DESCRIPTOR = 24
LENT = (Namespace.PID, VIEW, Namespace.USER)
LOANS = syscall_rules.loans_for_namespaces(LENT, DESCRIPTOR, Namespace.PID)
IN_TIERS = pytest.mark.parametrize("loans", [(), LOANS], ids=["flat", "namespaces"])
FORBIDDEN = pytest.mark.parametrize("forbidden", [KILL, REPORT], ids=["kill", "report"])
ON_MACHINES = pytest.mark.parametrize("machine", MACHINES)


def _load_machine() -> ModuleType:
    path = Path(__file__).with_name("bpf_machine.py")
    spec = importlib.util.spec_from_file_location("bpf_machine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bpf_machine = _load_machine()


class Filters:
    """What the kernel does with a call in a zygote (``free``) and a locked child (``locked``)."""

    def __init__(
        self,
        machine: str,
        loans: tuple[syscall_rules.Loan, ...] = LOANS,
        forbidden: int = REPORT,
        *,
        open_files: bool = True,
    ) -> None:
        self._architecture = ARCHITECTURES[machine]
        self._numbers = numbers(machine)
        self._outer = compile_outer(machine, loans, forbidden=forbidden, open_files=open_files)
        self._inner = compile_inner(machine, loans)

    def free(self, call: str | int, *arguments: int, architecture: int | None = None) -> int:
        return self._run(self._outer, call, arguments, architecture)

    def locked(self, call: str | int, *arguments: int, architecture: int | None = None) -> int:
        programs = (self._inner, self._outer)
        actions = [self._run(each, call, arguments, architecture) for each in programs]
        return min(actions, key=strictness)

    def _run(
        self,
        program: list[bpf.Instruction],
        call: str | int,
        arguments: tuple[int, ...],
        architecture: int | None,
    ) -> int:
        number = self._numbers[call] if isinstance(call, str) else call
        where = self._architecture if architecture is None else architecture
        result: int = bpf_machine.run(program, where, number, arguments)
        return result


def strictness(action: int) -> int:
    """The lower, the stricter: seccomp(2) compares the actions as signed numbers, without data."""
    kind = action & 0xFFFF0000
    return kind - (1 << 32) if kind >> 31 else kind


@ON_MACHINES
@IN_TIERS
@FORBIDDEN
def test_every_number_has_the_action_that_the_rules_name(
    machine: str, loans: tuple[syscall_rules.Loan, ...], forbidden: int
) -> None:
    names = {number: name for name, number in numbers(machine).items()}
    filters = Filters(machine, loans, forbidden)
    checked = {rule.call for rule in (syscall_rules.OPENING, *syscall_rules.CHECKED)}
    for number in range(HIGHEST_NUMBER):
        name = names.get(number)
        if name in checked or name == "prlimit64":
            continue
        expected = fail(errno.EPERM)
        if name in syscall_rules.ALLOWED:
            expected = ALLOW
        elif name in syscall_rules.KILLED:
            expected = forbidden
        elif name in syscall_rules.FAILING:
            expected = fail(syscall_rules.FAILING[name])
        elif name in syscall_rules.UNTIL_LOCKED:
            expected = fail(syscall_rules.UNTIL_LOCKED[name])
            assert filters.free(number) == ALLOW
        assert filters.locked(number) == expected, name


@ON_MACHINES
def test_a_zygote_may_do_more_only_where_that_is_named(machine: str) -> None:
    more = {*syscall_rules.UNTIL_LOCKED, "prlimit64", "unshare", "setns"}
    filters = Filters(machine)
    for arguments in argument_lists():
        for name in numbers(machine).keys() - more:
            assert filters.free(name, *arguments) == filters.locked(name, *arguments), name


def argument_lists() -> Iterator[tuple[int, ...]]:
    """Each of the values that any rule looks for, at each place, among zeros and among ones."""
    rules = (*syscall_rules.CHECKED, syscall_rules.OPENING, syscall_rules.SELF_LIMITS)
    matches = [match for rule in rules for match in rule.matches]
    matches += [match for loan in LOANS for match in loan.matches]
    values = {match.value for match in matches} | {1 << 32, (1 << 64) - 1}
    for rest in (0, (1 << 64) - 1):
        for place in range(3):
            for value in sorted(values):
                yield (*[rest] * place, value, *[rest] * (5 - place))


@ON_MACHINES
@IN_TIERS
@FORBIDDEN
def test_what_is_forbidden_is_forbidden_with_any_arguments(
    machine: str, loans: tuple[syscall_rules.Loan, ...], forbidden: int
) -> None:
    filters = Filters(machine, loans, forbidden)
    lent = {loan.call for loan in loans}
    for name in (syscall_rules.KILLED & numbers(machine).keys()) - lent:
        for arguments in argument_lists():
            assert filters.locked(name, *arguments) == forbidden
            assert filters.free(name, *arguments) == forbidden


@ON_MACHINES
@IN_TIERS
@FORBIDDEN
def test_calls_of_another_architecture_are_forbidden(
    machine: str, loans: tuple[syscall_rules.Loan, ...], forbidden: int
) -> None:
    filters = Filters(machine, loans, forbidden)
    for other in {I386, ARM, *ARCHITECTURES.values()} - {ARCHITECTURES[machine]}:
        for number in range(HIGHEST_NUMBER):
            assert filters.locked(number, architecture=other) == forbidden
            assert filters.free(number, architecture=other) == forbidden


@IN_TIERS
@FORBIDDEN
def test_x32_calls_are_forbidden(loans: tuple[syscall_rules.Loan, ...], forbidden: int) -> None:
    filters = Filters("x86_64", loans, forbidden)
    for number in (*range(HIGHEST_NUMBER), X32_BIT - 1):
        assert filters.locked(number | X32_BIT) == forbidden
    assert filters.locked(0xFFFFFFFF) == forbidden


@ON_MACHINES
@pytest.mark.parametrize("forbidden", [KILL, REPORT])
def test_namespaces_are_lent_with_exact_arguments_until_a_child_is_locked_in(
    machine: str, forbidden: int
) -> None:
    filters = Filters(machine, LOANS, forbidden)
    for lent in LENT:
        assert filters.free("unshare", lent) == ALLOW
        assert filters.locked("unshare", lent) == KILL
    assert filters.free("setns", DESCRIPTOR, Namespace.PID) == ALLOW
    assert filters.locked("setns", DESCRIPTOR, Namespace.PID) == fail(errno.EPERM)
    every = [1 << bit for bit in range(64)]
    others = [*every, *(flag | bit for flag in LENT for bit in every if not flag & bit), 0]
    for flags in set(others) - {int(flag) for flag in LENT}:
        assert filters.free("unshare", flags) == forbidden
        assert filters.locked("unshare", flags) == forbidden
    for descriptor, flag in [
        *((other, Namespace.PID) for other in range(256) if other != DESCRIPTOR),
        *((DESCRIPTOR, flag) for flag in {0, *every} - {int(Namespace.PID)} if flag < 1 << 32),
    ]:
        assert filters.free("setns", descriptor, flag) == forbidden
        assert filters.locked("setns", descriptor, flag) == forbidden


@ON_MACHINES
@pytest.mark.parametrize(
    ("call", "arguments", "expected"),
    [
        ("openat", (0, 0, 0o2000000), ALLOW),
        ("openat", (0, 0, 0o200000 | 0o2000000), ALLOW),
        ("openat", (0, 0, 1), fail(errno.EROFS)),
        ("openat", (0, 0, 2), fail(errno.EROFS)),
        ("openat", (0, 0, 0o100), fail(errno.EROFS)),
        ("openat", (0, 0, 0o1000), fail(errno.EROFS)),
        ("openat", (0, 0, 0o2000), fail(errno.EROFS)),
        ("openat", (0, 0, 0o20200000), fail(errno.EROFS)),
        ("mmap", (0, 0, 3), ALLOW),
        ("mmap", (0, 0, 5), ALLOW),
        ("mmap", (0, 0, 6), fail(errno.EACCES)),
        ("mmap", (0, 0, 7), fail(errno.EACCES)),
        ("mprotect", (0, 0, 3), ALLOW),
        ("mprotect", (0, 0, 4), fail(errno.EACCES)),
        ("mprotect", (0, 0, 7), fail(errno.EACCES)),
        ("prlimit64", (0, 7, 0, 1), ALLOW),
        ("prlimit64", (0, 7, 1, 0), fail(errno.EPERM)),
        ("prlimit64", (0, 7, 1 << 32, 0), fail(errno.EPERM)),
        ("prlimit64", (1, 7, 0, 0), fail(errno.EPERM)),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5412), fail(errno.ENOTTY)),
        ("ioctl", (1, 0x541C), fail(errno.ENOTTY)),
        ("fcntl", (1, 3), ALLOW),
        ("fcntl", (1, 1030), ALLOW),
        ("fcntl", (1, 6), fail(errno.EPERM)),
        ("fcntl", (1, 8), fail(errno.EPERM)),
        ("fcntl", (1, 1024), fail(errno.EPERM)),
        ("fcntl", (1, 1031), fail(errno.EPERM)),
    ],
)
def test_arguments(machine: str, call: str, arguments: tuple[int, ...], expected: int) -> None:
    filters = Filters(machine)
    assert filters.locked(call, *arguments) == expected
    assert filters.free(call, *arguments) == (ALLOW if call == "prlimit64" else expected)


@ON_MACHINES
def test_where_nothing_else_guards_the_files_none_is_opened(machine: str) -> None:
    closed, usual = Filters(machine, (), open_files=False), Filters(machine)
    for flags in (0, 1, 2, 0o100, 0o2000000):
        assert closed.locked("openat", 0, 0, flags) == fail(errno.EACCES)
    for call in {"readlink", "readlinkat"} & numbers(machine).keys():
        assert closed.locked(call) == fail(errno.EACCES)
        assert usual.locked(call) == ALLOW


@ON_MACHINES
@IN_TIERS
def test_every_path_through_a_filter_ends(
    machine: str, loans: tuple[syscall_rules.Loan, ...]
) -> None:
    """No jump leaves the program; its length is within the kernel's bound."""
    for program in (compile_outer(machine, loans), compile_inner(machine, loans)):
        assert len(program) <= 4096
        assert program[-1].code == bpf.RETURN
        for at, step in enumerate(program):
            if step.code in (bpf.JUMP_IF_EQUAL, bpf.JUMP_IF_AT_LEAST):
                assert at + 1 + max(step.if_true, step.if_false) < len(program)
            if step.code == bpf.JUMP:
                assert at + 1 + step.operand < len(program)


@ON_MACHINES
def test_what_a_child_puts_up_is_short(machine: str) -> None:
    assert len(compile_inner(machine, LOANS)) < len(compile_outer(machine, LOANS)) / 3


def test_no_call_has_two_rules() -> None:
    checked = {rule.call for rule in (syscall_rules.OPENING, *syscall_rules.CHECKED)}
    groups = [
        set(syscall_rules.ALLOWED),
        set(syscall_rules.KILLED),
        set(syscall_rules.FAILING),
        set(syscall_rules.UNTIL_LOCKED),
        {syscall_rules.SELF_LIMITS.call},
        checked,
    ]
    assert sum(map(len, groups)) == len(set().union(*groups))
    assert {loan.call for loan in LOANS} <= syscall_rules.KILLED


def test_a_loan_of_several_values_needs_one_of_them_whole() -> None:
    """Not the low half of one and the high half of another."""
    loan = syscall_rules.Loan(
        "unshare",
        tuple(syscall_rules.Match(0, value, (1 << 64) - 1) for value in (5 << 32 | 1, 6 << 32 | 2)),
        None,
        any_of=True,
    )
    filters = Filters("x86_64", (loan,))
    values = [high << 32 | low for high in (0, 5, 6) for low in (0, 1, 2)]
    allowed = [value for value in values if filters.free("unshare", value) == ALLOW]
    assert allowed == [5 << 32 | 1, 6 << 32 | 2]
