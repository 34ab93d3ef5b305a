"""Namespaces: the kernel's own view of users, processes, mounts, network, IPC and names;
namespaces(7).
"""

from __future__ import annotations

import os
from enum import IntFlag

from sandbox.confine import libc


class Namespace(IntFlag):
    """CLONE_NEW* of sched.h."""

    MOUNT = 0x00020000
    CGROUP = 0x02000000
    UTS = 0x04000000
    IPC = 0x08000000
    USER = 0x10000000
    PID = 0x20000000
    NETWORK = 0x40000000


VIEW = Namespace.MOUNT | Namespace.UTS | Namespace.IPC
"""What an unprivileged child gets of its own besides users and processes."""

OUTER = VIEW | Namespace.CGROUP | Namespace.NETWORK
"""What a zygote gets of its own besides users and processes; its network is empty."""


def available() -> bool:
    """Whether this kernel has user namespaces; whether they are allowed only trying tells."""
    return os.path.exists("/proc/self/ns/user")


def unshare(namespaces: Namespace) -> None:
    """Leave the named namespaces for new ones.  Raises ``OSError``."""
    libc.call("unshare", int(namespaces))


def enter_pid_namespace(descriptor: int) -> None:
    """Let the next fork(2) land in the process namespace of ``descriptor``."""
    libc.call("setns", descriptor, int(Namespace.PID))


def open_proc() -> int:
    """A handle on /proc that stays good after the root is left."""
    return os.open("/proc", os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)


def map_only(uid: int, gid: int, proc: int) -> None:
    """In a new user namespace, map nobody but ``uid`` and ``gid``, to themselves;
    user_namespaces(7).
    """
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        descriptor = os.open(f"self/{name}", os.O_WRONLY | os.O_CLOEXEC, dir_fd=proc)
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)


def open_own_pid_namespace(proc: int) -> int:
    """A handle on this process's own process namespace."""
    return os.open("self/ns/pid", os.O_RDONLY | os.O_CLOEXEC, dir_fd=proc)


def set_host_name(name: str) -> None:
    """In an own UTS namespace: not tell what the machine is called."""
    libc.call("sethostname", name.encode(), len(name))
