"""Which system calls a zygote and its children may make, as data.

Everything that is not named here fails with EPERM.  What a child never needs and an attacker might
like is in ``KILLED``: asking for it ends the process.  What only a zygote needs, and a child until
it is locked in, is in ``UNTIL_LOCKED``, ``SELF_LIMITS`` and ``loans_for_namespaces``.
"""

from __future__ import annotations

import errno
from collections.abc import Iterable
from dataclasses import dataclass

PROTECTION_WRITE = 0x2
PROTECTION_EXECUTE = 0x4
_OPEN_FOR_CHANGE = 0x1 | 0x2 | 0o100 | 0o1000 | 0o2000 | 0o20000000
"""O_WRONLY, O_RDWR, O_CREAT, O_TRUNC, O_APPEND and the bit of O_TMPFILE: the same on both
architectures.
"""

_INT = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True, slots=True)
class Match:
    """``(argument & mask) == value``, of an argument as 64 bits."""

    argument: int
    value: int
    mask: int = _INT


@dataclass(frozen=True, slots=True)
class Rule:
    """Allow ``call`` when all (or with ``any_of`` any one) of ``matches`` hold; else fail with
    ``refusal``.
    """

    call: str
    matches: tuple[Match, ...]
    refusal: int
    any_of: bool = False


@dataclass(frozen=True, slots=True)
class Loan:
    """Arguments with which ``call``, one of ``KILLED``, is allowed until a child is locked in; then
    they fail with ``refusal``, or kill where that is None.
    """

    call: str
    matches: tuple[Match, ...]
    refusal: int | None
    any_of: bool = False


ALLOWED = frozenset(
    """
    read write readv writev pread64 close lseek dup dup2 dup3 poll ppoll select pselect6
    stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd
    getdents64
    munmap mremap madvise brk
    rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
    getpid getppid gettid getuid geteuid getgid getegid uname sysinfo
    getrlimit getrusage times sched_getaffinity sched_yield
    clock_gettime clock_getres clock_nanosleep nanosleep gettimeofday
    getrandom exit exit_group
    """.split()
)

KILLED = frozenset(
    """
    ptrace process_vm_readv process_vm_writev process_madvise kcmp pidfd_getfd
    execve execveat personality
    mount umount2 pivot_root chroot move_mount open_tree fsopen fsconfig fspick fsmount
    mount_setattr
    unshare setns open_by_handle_at name_to_handle_at fanotify_init
    bpf userfaultfd perf_event_open io_uring_setup io_uring_enter io_uring_register memfd_secret
    keyctl add_key request_key
    init_module finit_module delete_module kexec_load kexec_file_load reboot
    iopl ioperm modify_ldt swapon swapoff acct quotactl quotactl_fd syslog
    settimeofday clock_settime adjtimex clock_adjtime lookup_dcookie uselib vhangup
    """.split()
)

FAILING = {"vfork": errno.EAGAIN, "clone3": errno.ENOSYS}
"""No thread and no other program; glibc falls back from clone3 to clone."""

UNTIL_LOCKED = dict.fromkeys(
    """
    wait4 pidfd_open sendmsg recvmsg pipe2 close_range set_robust_list set_tid_address rseq
    prctl capset landlock_restrict_self seccomp
    """.split(),
    errno.EPERM,
) | {"clone": errno.EAGAIN, "fork": errno.EAGAIN}
"""How it then fails, by call: no process, no other filter, nothing given back."""

SELF_LIMITS = Rule("prlimit64", (Match(0, 0), Match(2, 0, _LONG)), errno.EPERM)
"""Limits are set until a child is locked in, and only read from then on."""


def loans_for_namespaces(
    flags: Iterable[int], pid_namespace: int, pid_flag: int
) -> tuple[Loan, ...]:
    """What gives a child namespaces of its own: unshare(2) of exactly one of ``flags``, and
    setns(2) back into ``pid_namespace``, a descriptor.
    """
    return (
        Loan("unshare", tuple(Match(0, flag, _LONG) for flag in flags), None, any_of=True),
        Loan("setns", (Match(0, pid_namespace), Match(1, pid_flag)), errno.EPERM),
    )


_TERMINAL_AND_INHERIT_REQUESTS = (0x5401, 0x5450, 0x5451)
"""TCGETS (is it a terminal? no), FIONCLEX, FIOCLEX."""

_DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 4, 1030)
"""F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC: no locks, leases, owners or sizes.
"""

_FUTEX_PRIVATE = 0x80
"""A futex that is not private and lies in a file's mapping, such as a library's, is shared by all
processes that have it mapped: they could wake each other, futex(2).
"""

CHECKED = (
    Rule(
        "ioctl",
        tuple(Match(1, n) for n in _TERMINAL_AND_INHERIT_REQUESTS),
        errno.ENOTTY,
        any_of=True,
    ),
    Rule("fcntl", tuple(Match(1, n) for n in _DESCRIPTOR_COMMANDS), errno.EPERM, any_of=True),
    Rule("futex", (Match(1, _FUTEX_PRIVATE, _FUTEX_PRIVATE),), errno.EPERM),
    Rule("mprotect", (Match(2, 0, PROTECTION_EXECUTE),), errno.EACCES),
    Rule(
        "mmap",
        (Match(2, 0, PROTECTION_WRITE), Match(2, 0, PROTECTION_EXECUTE)),
        errno.EACCES,
        any_of=True,
    ),
)

OPENING = Rule("openat", (Match(2, 0, _OPEN_FOR_CHANGE),), errno.EROFS)

OPENING_NOTHING = {"openat": errno.EACCES, "readlink": errno.EACCES, "readlinkat": errno.EACCES}
"""Instead of ``OPENING``, and of what ``ALLOWED`` says, where nothing else guards the files (tier
``noopen``): links in /proc tell what other processes run and hold open.
"""
