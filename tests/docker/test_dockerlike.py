"""The emulation of Docker's seccomp profile, evaluated by a BPF interpreter and by the kernel."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.confine.seccomp import ALLOW, ARCHITECTURES, fail
from sandbox.confine.syscall_numbers import numbers
from tests.unit.sandbox.confine import bpf_machine

from . import docker_profile as profile
from .dockerlike import MACHINES, compile_profile

EPERM, ENOSYS = fail(errno.EPERM), fail(errno.ENOSYS)


def action(machine: str, number: int, *arguments: int) -> int:
    return bpf_machine.run(
        compile_profile(machine), ARCHITECTURES[machine], number, list(arguments)
    )


@pytest.mark.parametrize("machine", MACHINES)
def test_every_number_is_refused_or_allowed_as_the_table_says(machine: str) -> None:
    column = MACHINES.index(machine)
    refused = {row[column] for row in profile.REFUSED.values()}
    looked_at = {profile.CLONE[column], profile.SOCKET[column], profile.PERSONALITY[column]}
    for number in set(range(600)) - looked_at:
        expected = EPERM if number in refused else ALLOW
        if number == profile.CLONE3[column] or number > profile.HIGHEST:
            expected = ENOSYS
        assert action(machine, number) == expected, number


@pytest.mark.parametrize("machine", MACHINES)
def test_the_numbers_are_those_of_the_sandbox(machine: str) -> None:
    column, known = MACHINES.index(machine), numbers(machine)
    both = {name: row[column] for name, row in profile.REFUSED.items() if name in known}
    assert len(both) > 30
    assert both == {name: known[name] for name in both}
    assert (known["clone"], known["clone3"]) == (profile.CLONE[column], profile.CLONE3[column])
    assert known["personality"] == profile.PERSONALITY[column]


@pytest.mark.parametrize("machine", MACHINES)
def test_what_arguments_decide(machine: str) -> None:
    column = MACHINES.index(machine)
    clone, socket = profile.CLONE[column], profile.SOCKET[column]
    threads, new_user, new_pid = 0x3D0F00, 0x10000000, 0x20000000
    assert action(machine, clone, threads) == ALLOW
    assert action(machine, clone, new_user) == action(machine, clone, 17 | new_pid) == EPERM
    refused = [n for n in range(64) if action(machine, socket, n) == EPERM]
    assert {38, 40} < set(refused)
    assert {1, 2, 10, 16} & set(refused) == set()
    assert set(refused) == set(range(64)) - set(profile.SOCKET_FAMILIES)
    assert action(machine, profile.PERSONALITY[column], 0xFFFFFFFF) == ALLOW
    assert action(machine, profile.PERSONALITY[column], 0x40000) == EPERM


def test_what_would_lead_to_namespaces_is_refused() -> None:
    calls = "unshare setns mount umount2 move_mount pivot_root chroot sethostname"
    assert set(calls.split()) <= profile.REFUSED.keys()


PROBE = """
import ctypes, os, subprocess
libc = ctypes.CDLL(None, use_errno=True)
status = dict(line.split(":\\t", 1) for line in open("/proc/self/status"))
print(libc.unshare(0x10000000), ctypes.get_errno(), os.getuid(), os.getgid(), os.getgroups(),
      int(status["CapEff"], 16), int(status["CapBnd"], 16), status["NoNewPrivs"].strip(),
      status["Seccomp"].strip(), subprocess.run(["/bin/true"]).returncode)
"""


@pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can become another user"
)
def test_the_kernel_takes_it() -> None:
    script = Path(__file__).with_name("dockerlike.py")
    python = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
    done = subprocess.run(
        [sys.executable, script, "12345", "12346", python, "-I", "-c", PROBE],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.stdout.split() == f"-1 {errno.EPERM} 12345 12346 [] 0 0 1 2 0".split(), done.stderr
