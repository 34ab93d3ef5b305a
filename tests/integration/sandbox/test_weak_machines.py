"""Machines that offer less: the next tier is taken, or nothing runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = '''
import errno, os, sys
sys.path.insert(0, {root!r})
from sandbox.confine import bpf, capabilities, process, seccomp, syscall_numbers
from sandbox.pool import Pool
from sandbox.protocol import Lane, Limits, Module, RunRequest, SandboxUnavailable

def deny(calls):
    """What the system call profile of a container does: these calls fail."""
    numbers = syscall_numbers.numbers(syscall_numbers.this_machine())
    program = [bpf.load(bpf.NUMBER_OFFSET)]
    for call in calls.split():
        program += [bpf.if_equal(numbers[call], 0, 1), bpf.give(seccomp.fail(errno.EPERM))]
    process.forbid_new_privileges()
    seccomp.Filter([*program, bpf.give(seccomp.ALLOW)]).apply()

{setup}
try:
    with Pool(Lane.LEARNER) as pool:
        source = "import numpy\\ndef f():\\n    return float(numpy.ones(3).sum())\\n"
        result = pool.run(RunRequest((Module("m", source, "m.py"),), "f", {{}}, Limits()))
        print(pool.info.tier.value, result.status.value, result.returned.value)
except SandboxUnavailable as error:
    print(error)
'''


def run_after(setup: str) -> str:
    """What a pool does in a process that has done ``setup``."""
    program = PROGRAM.format(root=str(ROOT), setup=setup)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_in_a_container_that_allows_no_namespaces() -> None:
    """The calls that Docker's default profile denies to a container without CAP_SYS_ADMIN."""
    denied = "unshare setns mount umount2 pivot_root move_mount open_tree fsopen fsmount keyctl bpf"
    assert run_after(f"deny({denied!r})") == "flat ok 3.0\n"


def test_without_landlock_too() -> None:
    assert run_after("deny('unshare landlock_create_ruleset')") == "noopen ok 3.0\n"


def test_without_seccomp_nothing_runs() -> None:
    message = run_after("deny('seccomp')")
    assert "no wall strong enough" in message
    for tier in ("namespaces", "flat", "noopen"):
        assert f"Tier {tier} does not hold here: seccomp" in message


@pytest.mark.skipif(os.getuid() != 0, reason="is about root")
def test_root_that_cannot_become_another_user_is_refused() -> None:
    message = run_after("capabilities.drop_bounding(); capabilities.drop_all()")
    assert "no wall strong enough" in message
    assert "an unprivileged user: [Errno 1]" in message
