"""What code behind the walls asks of the kernel in vain, in each tier."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from sandbox.confine import seccomp, syscall_rules
from sandbox.confine.syscall_numbers import numbers, this_machine
from sandbox.pool import Pool
from sandbox.protocol import RunStatus, Tier

from .conftest import Run, program
from .test_pool import descendants

ROOT = Path(__file__).parents[3]

PRELUDE = "import ctypes, errno, os, sys\nlibc = ctypes.CDLL(None, use_errno=True)\n"

REFUSED = {
    "fork": ("os.fork()", "BlockingIOError"),
    "thread": (
        "import threading; threading.Thread(target=print).start()",
        "RuntimeError",
    ),
    "kill everyone": ("os.kill(-1, 9)", "PermissionError"),
    "kill itself": ("os.kill(os.getpid(), 9)", "PermissionError"),
    "tcp socket": ("import socket; socket.socket()", "PermissionError"),
    "unix socket": (
        "import socket; socket.socket(socket.AF_UNIX)",
        "PermissionError",
    ),
    "socket pair": ("import socket; socket.socketpair()", "PermissionError"),
    "pipe": ("os.pipe()", "PermissionError"),
    "memory file": ("os.memfd_create('x')", "PermissionError"),
    "own limits": (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (10, 64))",
        "PermissionError|ValueError",
    ),
    "user": ("os.setuid(0)", "PermissionError"),
    "session": ("os.setsid()", "PermissionError"),
    "priority": ("os.nice(-1)", "PermissionError"),
    "write and execute": ("import mmap; mmap.mmap(-1, 4096, prot=7)", "PermissionError"),
    "file lock": ("import fcntl; fcntl.flock(1, fcntl.LOCK_EX)", "PermissionError"),
    "new directory": ("os.mkdir('/new')", "PermissionError"),
    "delete": ("os.unlink(os.__file__)", "PermissionError"),
    "rename": ("os.rename(os.__file__, '/x')", "PermissionError"),
    "link": ("os.symlink('/', '/x')", "PermissionError"),
    "mode": ("os.chmod(os.__file__, 0o777)", "PermissionError"),
    "times": ("os.utime('/')", "PermissionError"),
    "temporary file": (
        "import tempfile; tempfile.TemporaryFile()",
        "FileNotFoundError|PermissionError|OSError",
    ),
    "input": ("input()", "EOFError"),
}

FORBIDDEN = {
    "program": ("os.execv('/bin/sh', ['sh'])", "execve"),
    "ptrace": ("libc.ptrace(0, 0, 0, 0)", "ptrace"),
    "read memory": ("libc.process_vm_readv(1, 0, 0, 0, 0, 0)", "process_vm_readv"),
    "namespaces": ("libc.unshare(0x40000000)", "unshare"),
    "namespaces that set-up asked for": ("libc.unshare(0x10000000)", "unshare"),
    "enter namespace": ("libc.setns(0, 0)", "setns"),
    "mount": ("libc.mount(b'x', b'/', b'tmpfs', 0, None)", "mount"),
    "chroot": ("os.chroot('/')", "chroot"),
    "io_uring": ("libc.syscall(425, 1, None)", "io_uring_setup"),
    "personality": ("libc.personality(0)", "personality"),
}
if os.uname().machine == "x86_64":
    FORBIDDEN |= {
        "x32 calls": ("libc.syscall(0x40000000 | 39)", "x32 call 39"),
        "bpf": ("libc.syscall(321, 0, None, 0)", "bpf"),
        "keyring": ("libc.syscall(250, 0, 0)", "keyctl"),
        "user page faults": ("libc.syscall(323, 0)", "userfaultfd"),
        "performance events": ("libc.syscall(298, None, 0, 0, 0, 0)", "perf_event_open"),
    }
NAMED = sys.platform == "linux" and not seccomp.in_use()
"""Behind a container's filter the kernel kills, and tells no name."""

NUMBERS = numbers(this_machine())
EVERY = sorted(syscall_rules.KILLED & NUMBERS.keys())


def attempt(expression: str) -> str:
    return f"{PRELUDE}def f():\n    {expression}\n"


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(run: Run, name: str) -> None:
    expression, errors = REFUSED[name]
    result = run(attempt(expression))
    assert result.status is RunStatus.EXCEPTION, result
    assert result.error is not None
    assert result.error.type in errors.split("|")


@pytest.mark.parametrize("name", FORBIDDEN)
def test_ends_the_process_and_is_named(run: Run, name: str) -> None:
    expression, call = FORBIDDEN[name]
    result = run(attempt(expression))
    assert result.status is RunStatus.FORBIDDEN_SYSCALL, result
    assert result.returned is None
    assert (result.syscall, result.signal) == (call if NAMED else None, signal.SIGSYS)


@pytest.mark.parametrize("name", EVERY)
def test_each_call_that_is_forbidden(run: Run, name: str) -> None:
    result = run(attempt(f"libc.syscall({NUMBERS[name]}, 0, 0, 0, 0, 0, 0)"))
    assert result.status is RunStatus.FORBIDDEN_SYSCALL, result
    assert result.syscall == (name if NAMED else None)


def test_in_a_batch_the_others_are_not_touched(pool: Pool) -> None:
    good, bad = program("def f():\n    return 1\n"), program(attempt("libc.ptrace(0, 0, 0, 0)"))
    with pool.batch() as batch:
        results = [batch.run(request) for request in (good, bad, good, good, bad)]
    said = [(result.status, result.syscall, result.first) for result in results]
    answer, forbidden = RunStatus.OK, RunStatus.FORBIDDEN_SYSCALL
    name = "ptrace" if NAMED else None
    assert said == [
        (answer, None, True),
        (forbidden, name, False),
        (answer, None, True),
        (answer, None, False),
        (forbidden, name, False),
    ]


def test_what_is_asked_for_after_the_answer_ends_the_child_not_the_batch(pool: Pool) -> None:
    """Here while what was left in ``builtins`` is cleared away for the next run."""
    source = (
        "import builtins\n"
        + attempt("return 1")
        + (
            "class Last:\n    def __del__(self, ptrace=libc.ptrace):\n        ptrace(0, 0, 0, 0)\n"
            "builtins.left = Last()\n"
        )
    )
    good = program("def f():\n    return 1\n")
    with pool.batch() as batch:
        first, *others = (batch.run(request) for request in (program(source), good, good))
    assert (first.status, first.syscall) == (RunStatus.OK, None)
    seen_at_once = [(RunStatus.OK, None, True), (RunStatus.OK, None, False)]
    name = "ptrace" if NAMED else None
    seen_later = [(RunStatus.FORBIDDEN_SYSCALL, name, False), (RunStatus.OK, None, True)]
    said = [(result.status, result.syscall, result.first) for result in others]
    assert said in (seen_at_once, seen_later)


BELOW_A_LISTENER = """
import os, sys
sys.path.insert(0, {root!r})
from sandbox.confine import bpf, process, seccomp
from sandbox.pool import Pool
from sandbox.protocol import Lane, Limits, Module, RunRequest, Tier

process.forbid_new_privileges()
held = seccomp.Filter([bpf.give(seccomp.ALLOW)]).apply_reporting()
for tier in Tier:
    with Pool(Lane.LEARNER, tiers=(tier,)) as pool:
        for call in {calls!r}:
            source = "import ctypes\\ndef f():\\n    " + call
            result = pool.run(RunRequest((Module("m", source, "m.py"),), "f", {{}}, Limits()))
            print(tier.value, result.status.value, int(result.signal or 0), result.syscall)
"""


def test_below_a_runtime_that_listens_already_the_process_is_killed_without_a_name(
    tier: Tier,
) -> None:
    """A kernel gives a process one listener; what it cannot report it kills."""
    calls = ["ctypes.CDLL(None).ptrace(0, 0, 0, 0)", "ctypes.CDLL(None).unshare(0x10000000)"]
    source = BELOW_A_LISTENER.format(root=str(ROOT), calls=calls).replace(
        "for tier in Tier:", f"for tier in (Tier({tier.value!r}),):"
    )
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == 2 * f"{tier.value} forbidden_syscall {int(signal.SIGSYS)} None\n"


@pytest.mark.skipif(not NAMED, reason="behind another filter there is no listener")
@pytest.mark.skipif(os.getuid() != 0, reason="only root sees the descriptors of others")
def test_nobody_behind_the_walls_holds_the_listener(pool: Pool) -> None:
    """It could answer for itself: neither the zygote nor a child of it may have it."""
    client = pool._stock.lend()
    try:
        assert client._listener is not None
        assert client._process is not None
        for process in descendants(client._process.pid) | {client._process.pid}:
            open_files = Path(f"/proc/{process}/fd").iterdir()
            assert "anon_inode:seccomp notify" not in {os.readlink(path) for path in open_files}
        ours = {os.readlink(path) for path in Path("/proc/self/fd").iterdir() if path.is_symlink()}
        assert "anon_inode:seccomp notify" in ours
    finally:
        pool._stock.give_back(client)
