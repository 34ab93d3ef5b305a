"""What code behind the walls asks of the kernel in vain, in each tier."""

from __future__ import annotations

import os

import pytest

from sandbox.protocol import RunStatus

from .conftest import Run

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

KILLED = {
    "program": "os.execv('/bin/sh', ['sh'])",
    "ptrace": "libc.ptrace(0, 0, 0, 0)",
    "read memory": "libc.process_vm_readv(1, 0, 0, 0, 0, 0)",
    "namespaces": "libc.unshare(0x10000000)",
    "enter namespace": "libc.setns(0, 0)",
    "mount": "libc.mount(b'x', b'/', b'tmpfs', 0, None)",
    "chroot": "os.chroot('/')",
    "io_uring": "libc.syscall(425, 1, None)",
    "personality": "libc.personality(0)",
}
if os.uname().machine == "x86_64":
    KILLED |= {
        "x32 calls": "libc.syscall(0x40000000 | 39)",
        "bpf": "libc.syscall(321, 0, None, 0)",
        "keyring": "libc.syscall(250, 0, 0)",
        "user page faults": "libc.syscall(323, 0)",
        "performance events": "libc.syscall(298, None, 0, 0, 0, 0)",
    }


def attempt(expression: str) -> str:
    return f"{PRELUDE}def f():\n    {expression}\n"


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused(run: Run, name: str) -> None:
    expression, errors = REFUSED[name]
    result = run(attempt(expression))
    assert result.status is RunStatus.EXCEPTION, result
    assert result.error is not None
    assert result.error.type in errors.split("|")


@pytest.mark.parametrize("name", KILLED)
def test_ends_the_process(run: Run, name: str) -> None:
    result = run(attempt(KILLED[name]))
    assert result.status is RunStatus.FORBIDDEN_SYSCALL, result
    assert result.returned is None
