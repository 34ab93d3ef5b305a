"""What each namespace, the filter of system calls and Landlock are for."""

from __future__ import annotations

from sandbox.protocol import Tier

from .ablation import Row
from .arena import SECRET
from .attack import (
    EACCES,
    EAGAIN,
    ENOENT,
    EPERM,
    EROFS,
    FORBIDDEN,
    fails,
    raises,
    returns,
)

NAMESPACES, NOOPEN = Tier.NAMESPACES, Tier.NOOPEN
DONE = returns(None)
ESRCH = raises("ProcessLookupError", "[Errno 3]")
REFUSED = raises("ConnectionRefusedError", "[Errno 111]")
NO_NETWORK, ENOTTY = map(fails, (101, 25))
WALLS_WITHIN = ("seccomp", "Landlock")

VIEWS = (
    Row(
        "user namespace of each child",
        "leave a mount for the next",
        EPERM,
        returns("left"),
        (*WALLS_WITHIN, "capabilities", "mount namespace of each child"),
        NAMESPACES,
        twice=True,
    ),
    Row(
        "mount namespace of each child",
        "leave a mount for the next",
        DONE,
        returns("left"),
        (*WALLS_WITHIN, "capabilities", "user namespace of each child"),
        NAMESPACES,
        twice=True,
    ),
    Row(
        "process namespaces",
        "kill the bystander",
        ESRCH,
        DONE,
        WALLS_WITHIN,
        NAMESPACES,
        harm=True,
    ),
    Row(
        "process namespace of each child",
        "look for neighbours",
        DONE,
        returns("found"),
        WALLS_WITHIN,
        NAMESPACES,
    ),
    Row("root directory", "read a secret", ENOENT, returns(SECRET), WALLS_WITHIN, NAMESPACES),
    Row(
        "network namespace",
        "connect to this machine",
        NO_NETWORK,
        DONE,
        WALLS_WITHIN,
        NAMESPACES,
        harm=True,
    ),
    Row(
        "network namespace",
        "connect by an abstract name",
        REFUSED,
        DONE,
        WALLS_WITHIN,
        NAMESPACES,
        harm=True,
    ),
    Row(
        "IPC namespaces",
        "secret in shared memory of System V",
        ENOENT,
        returns(SECRET),
        ("seccomp",),
        NAMESPACES,
    ),
    Row(
        "host name namespaces",
        "name of the machine",
        returns(True),
        returns(False),
        (),
        NAMESPACES,
    ),
    Row(
        "control group namespace",
        "the machine's control groups",
        returns(False),
        returns(True),
        ("root directory", "Landlock"),
        NAMESPACES,
    ),
    Row(
        "mask of site-packages",
        "packages of others beside the standard library",
        returns([]),
        returns(["planted.py"]),
        ("Landlock",),
        NAMESPACES,
        planted=True,
    ),
)

CALLS = (
    Row("seccomp", "fork", EAGAIN, returns([2, 0]), tier=NAMESPACES),
    Row("seccomp", "pair of sockets", EPERM, DONE, tier=NAMESPACES),
    Row("seccomp", "user namespace", FORBIDDEN, DONE),
    Row("seccomp", "read a key", FORBIDDEN, DONE),
    Row(
        "seccomp: architecture",
        "a number of the table for 32 bits",
        FORBIDDEN,
        returns(True),
        ("seccomp: mmap",),
        needs=("x86-64",),
    ),
    Row(
        "seccomp: openat",
        "overwrite the secret",
        EROFS,
        DONE,
        ("Landlock", "RLIMIT_FSIZE"),
        harm=True,
    ),
    Row("seccomp: ioctl", "unblock a descriptor", ENOTTY, DONE),
    Row("seccomp: fcntl", "larger pipe", EPERM, returns(None)),
    Row("seccomp: prlimit64", "change the bystander's limits", EPERM, DONE),
    Row("seccomp: mprotect", "memory first written then run", EACCES, DONE),
    Row("seccomp: mmap", "memory to write and run", EACCES, DONE),
    Row("seccomp: no open at all", "users", EACCES, returns(100), tier=NOOPEN),
)

LANDLOCK = (
    Row("Landlock", "read a secret", EACCES, returns(SECRET)),
    Row(
        "Landlock",
        "overwrite the secret",
        EACCES,
        DONE,
        ("seccomp: openat", "RLIMIT_FSIZE"),
        harm=True,
    ),
    Row("Landlock", "list the root", EACCES, returns(True), tier=NAMESPACES),
    Row(
        "Landlock",
        "connect to this machine",
        EACCES,
        DONE,
        ("seccomp",),
        harm=True,
        needs=("Landlock that knows of networks",),
    ),
    Row(
        "Landlock",
        "connect by an abstract name",
        EPERM,
        DONE,
        ("seccomp",),
        harm=True,
        needs=("Landlock that knows of scopes",),
    ),
    Row(
        "Landlock",
        "kill the bystander",
        EPERM,
        DONE,
        ("seccomp",),
        harm=True,
        needs=("Landlock that knows of scopes",),
    ),
)

ROWS = (*VIEWS, *CALLS, *LANDLOCK)
