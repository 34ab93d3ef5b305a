"""The tables of numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandbox.confine import syscall_rules
from sandbox.confine.syscall_numbers import numbers

HEADER = Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_no_number_is_given_twice(machine: str) -> None:
    table = numbers(machine)
    assert len(set(table.values())) == len(table)


def test_every_call_of_the_rules_is_known() -> None:
    checked = {rule.call for rule in (syscall_rules.OPENING, *syscall_rules.CHECKED)}
    limits = {syscall_rules.SELF_LIMITS.call}
    free = {*syscall_rules.ALLOWED, *syscall_rules.UNTIL_LOCKED}
    named = free | syscall_rules.KILLED | set(syscall_rules.FAILING) | checked | limits
    assert named <= set(numbers("x86_64"))


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_what_came_after_5_1_has_one_number_everywhere(machine: str) -> None:
    """The kernel numbers calls alike on all architectures from pidfd_send_signal, 424, on."""
    other = numbers("aarch64" if machine == "x86_64" else "x86_64")
    for name, number in numbers(machine).items():
        if number >= 424:
            assert other[name] == number


@pytest.mark.skipif(not HEADER.exists(), reason="needs the kernel's headers of x86-64")
def test_the_table_is_the_kernels() -> None:
    defined = dict(re.findall(r"#define __NR_(\w+) (\d+)", HEADER.read_text()))
    for name, number in numbers("x86_64").items():
        assert int(defined[name]) == number


def test_another_machine_is_refused() -> None:
    with pytest.raises(KeyError, match="riscv64"):
        numbers("riscv64")
