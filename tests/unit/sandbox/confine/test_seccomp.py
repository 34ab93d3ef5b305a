"""The filter, evaluated for every system call number, architecture and argument rule."""

from __future__ import annotations

import errno
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from sandbox.confine import seccomp, syscall_rules
from sandbox.confine.seccomp import ALLOW, ARCHITECTURES, KILL, compile_filter, fail
from sandbox.confine.syscall_numbers import numbers

MACHINES = list(ARCHITECTURES)
HIGHEST_NUMBER = 1024


def _load_machine() -> ModuleType:
    path = Path(__file__).with_name("bpf_machine.py")
    spec = importlib.util.spec_from_file_location("bpf_machine", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


bpf_machine = _load_machine()


def action(machine: str, call: str | int, *arguments: int, open_files: bool = True) -> int:
    number = numbers(machine)[call] if isinstance(call, str) else call
    program = compile_filter(machine, open_files=open_files)
    result: int = bpf_machine.run(program, ARCHITECTURES[machine], number, arguments)
    return result


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_has_the_action_that_the_rules_name(machine: str) -> None:
    names = {number: name for name, number in numbers(machine).items()}
    program = compile_filter(machine)
    checked = {rule.call for rule in (syscall_rules.OPENING, *syscall_rules.CHECKED)}
    for number in range(HIGHEST_NUMBER):
        name = names.get(number)
        if name in checked:
            continue
        expected = fail(errno.EPERM)
        if name in syscall_rules.ALLOWED:
            expected = ALLOW
        elif name in syscall_rules.KILLED:
            expected = KILL
        elif name in syscall_rules.FAILING:
            expected = fail(syscall_rules.FAILING[name])
        assert bpf_machine.run(program, ARCHITECTURES[machine], number) == expected, name


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_of_another_architecture_are_killed(machine: str) -> None:
    program = compile_filter(machine)
    i386, other = 0x40000003, next(iter(set(ARCHITECTURES.values()) - {ARCHITECTURES[machine]}))
    for number in range(HIGHEST_NUMBER):
        assert bpf_machine.run(program, i386, number) == KILL
        assert bpf_machine.run(program, other, number) == KILL


def test_x32_calls_are_killed() -> None:
    for number in range(HIGHEST_NUMBER):
        assert action_at(number | 0x40000000) == KILL
    assert action_at(0xFFFFFFFF) == KILL


X86_FILTER = compile_filter("x86_64")


def action_at(number: int) -> int:
    result: int = bpf_machine.run(X86_FILTER, ARCHITECTURES["x86_64"], number)
    return result


@pytest.mark.parametrize("machine", MACHINES)
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
    assert action(machine, call, *arguments) == expected


@pytest.mark.parametrize("machine", MACHINES)
def test_where_nothing_else_guards_the_files_none_is_opened(machine: str) -> None:
    for flags in (0, 1, 2, 0o100, 0o2000000):
        opened = action(machine, "openat", 0, 0, flags, open_files=False)
        assert opened == fail(errno.EACCES)
    for call in {"readlink", "readlinkat"} & numbers(machine).keys():
        assert action(machine, call, open_files=False) == fail(errno.EACCES)
        assert action(machine, call) == ALLOW


@pytest.mark.parametrize("machine", MACHINES)
def test_every_path_through_the_filter_ends(machine: str) -> None:
    """No jump leaves the program; its length is within the kernel's bound."""
    program = compile_filter(machine)
    assert len(program) <= 4096
    for at, step in enumerate(program):
        if step.code in (seccomp.bpf.JUMP_IF_EQUAL, seccomp.bpf.JUMP_IF_AT_LEAST):
            assert at + 1 + max(step.if_true, step.if_false) < len(program)
        if step.code == seccomp.bpf.JUMP:
            assert at + 1 + step.operand < len(program)


def test_no_call_has_two_rules() -> None:
    checked = {rule.call for rule in (syscall_rules.OPENING, *syscall_rules.CHECKED)}
    groups = [
        set(syscall_rules.ALLOWED),
        set(syscall_rules.KILLED),
        set(syscall_rules.FAILING),
        checked,
    ]
    assert sum(map(len, groups)) == len(set().union(*groups))
