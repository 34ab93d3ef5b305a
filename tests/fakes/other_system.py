"""What our code sees of macOS or Windows, in an interpreter that runs on Linux.

``install`` lets the modules of ``app`` and ``sandbox`` import views of the standard library that
lack what the other system lacks, and hold what it has instead; all other code goes on as on Linux,
so that the commands really run.  Executed by a ``sitecustomize`` in each process of a test.

The names are those whose "Availability" in the documentation of Python 3.11 to 3.13 leaves the
system out (library/os, signal, select, socket, time, resource).
"""

from __future__ import annotations

import builtins
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

OURS = ("app", "sandbox")

LACKING_MODULES = {
    "darwin": "ossaudiodev spwd",
    "win32": """
        crypt curses fcntl grp nis ossaudiodev posix pty pwd readline resource spwd syslog termios
        tty
    """,
}

LACKING = {
    "darwin": {
        "os": """
            copy_file_range eventfd eventfd_read eventfd_write fdatasync getrandom getresgid
            getresuid getxattr listxattr memfd_create pidfd_open pipe2 plock posix_fadvise
            posix_fallocate removexattr sched_getaffinity sched_getparam sched_getscheduler
            sched_rr_get_interval sched_setaffinity sched_setparam sched_setscheduler setns
            setresgid setresuid setxattr splice unshare waitid
            GRND_NONBLOCK GRND_RANDOM MFD_CLOEXEC O_DIRECT O_LARGEFILE O_NOATIME O_PATH O_RSYNC
            O_TMPFILE P_PIDFD RWF_DSYNC RWF_NOWAIT
        """,
        "signal": """
            pidfd_send_signal sigtimedwait sigwaitinfo SIGCLD SIGPOLL SIGPWR SIGRTMAX SIGRTMIN
            SIGSTKFLT
        """,
        "select": "devpoll epoll",
        "socket": """
            AF_ALG AF_CAN AF_NETLINK AF_PACKET AF_QIPCRTR AF_TIPC AF_VSOCK MSG_CMSG_CLOEXEC
            SOCK_CLOEXEC SOCK_NONBLOCK SO_BINDTODEVICE SO_DOMAIN SO_MARK SO_PASSCRED SO_PEERCRED
            SO_PROTOCOL
        """,
        "time": "CLOCK_BOOTTIME CLOCK_TAI clock_getcpuclockid pthread_getcpuclockid",
        "resource": """
            prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_OFILE RLIMIT_RTPRIO RLIMIT_RTTIME
            RLIMIT_SIGPENDING RUSAGE_THREAD
        """,
    },
    "win32": {
        "os": """
            WCONTINUED WCOREDUMP WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED WIFSTOPPED WNOHANG
            WSTOPSIG WTERMSIG WUNTRACED chown chroot confstr copy_file_range ctermid eventfd fchdir
            fchmod fchown fdatasync fork forkpty fpathconf fstatvfs getegid geteuid getgid
            getgrouplist getgroups getloadavg getpgid getpgrp getpriority getrandom getresgid
            getresuid getsid getuid initgroups killpg lchown lockf login_tty makedev
            memfd_create mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise
            posix_fallocate posix_spawn posix_spawnp pread preadv pwrite pwritev readv
            register_at_fork sched_get_priority_max sched_getaffinity sched_setaffinity sched_yield
            sendfile set_blocking setegid seteuid setgid setgroups setns setpgid setpriority
            setregid setresgid setresuid setreuid setsid setuid splice statvfs sync sysconf
            tcgetpgrp tcsetpgrp ttyname uname unshare wait wait3 wait4 waitid writev
            O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH
            O_SYNC O_TMPFILE
        """,
        "signal": """
            alarm getitimer pause pidfd_send_signal pthread_kill pthread_sigmask setitimer
            siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
            SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPOLL SIGPROF
            SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSTKFLT SIGSTOP SIGSYS SIGTRAP SIGTSTP SIGTTIN
            SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ
        """,
        "select": "POLLERR POLLHUP POLLIN POLLNVAL POLLOUT POLLPRI devpoll epoll kqueue poll",
        "socket": """
            AF_ALG AF_CAN AF_NETLINK AF_PACKET AF_UNIX AF_VSOCK CMSG_LEN CMSG_SPACE
            MSG_CMSG_CLOEXEC MSG_DONTWAIT SCM_RIGHTS SOCK_CLOEXEC SOCK_NONBLOCK SO_REUSEPORT
            recv_fds send_fds sethostname
        """,
        "time": """
            CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_THREAD_CPUTIME_ID
            clock_getcpuclockid clock_getres clock_gettime clock_settime pthread_getcpuclockid
            tzset
        """,
    },
}


def install(platform: str) -> None:
    """From now on, our modules see ``platform``."""
    real_import = builtins.__import__
    lacking_modules = LACKING_MODULES[platform].split()
    given: dict[str, dict[str, Any]] = _windows() if platform == "win32" else {}
    given.setdefault("sys", {})["platform"] = platform

    def seen(
        name: str,
        globals: Any = None,
        locals: Any = None,
        fromlist: Any = (),
        level: int = 0,
    ) -> Any:
        importer = str((globals or {}).get("__name__", ""))
        if level or importer.partition(".")[0] not in OURS:
            return real_import(name, globals, locals, fromlist, level)
        if name in lacking_modules:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        if name == "msvcrt" and name in given:
            return SimpleNamespace(**given[name])
        module = real_import(name, globals, locals, fromlist, level)
        lacking = LACKING[platform].get(name, "").split()
        own = given.get(name, {})
        return _View(module, frozenset(lacking), own) if lacking or own else module

    builtins.__import__ = seen


class _View(ModuleType):
    """A module with some of its names missing and others given."""

    def __init__(self, real: ModuleType, lacking: frozenset[str], given: dict[str, Any]) -> None:
        super().__init__(real.__name__)
        vars(self).update(given, _real=real, _lacking=lacking)

    def __getattr__(self, name: str) -> Any:
        if name in vars(self)["_lacking"]:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(vars(self)["_real"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(vars(self)["_real"], name, value)


def _windows() -> dict[str, dict[str, Any]]:
    """What Windows has instead, done by what Linux has."""
    import fcntl
    import os
    import signal

    def locking(descriptor: int, _mode: int, count: int) -> None:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, count, 0, os.SEEK_CUR)

    return {
        "msvcrt": {"locking": locking, "LK_NBLCK": 2},
        "os": {"set_handle_inheritable": os.set_inheritable},
        "signal": {"CTRL_BREAK_EVENT": WindowsPopen.BREAK, "SIGBREAK": signal.SIGTERM},
        "subprocess": {
            "Popen": WindowsPopen,
            "STARTUPINFO": SimpleNamespace,
            "CREATE_NEW_PROCESS_GROUP": 0x200,
        },
    }


class WindowsPopen(subprocess.Popen[bytes]):
    """Takes what Windows takes and refuses the rest; there SIGTERM is no request."""

    BREAK = 1

    def __init__(
        self, command: Any, *, startupinfo: Any = None, creationflags: int = 0, **options: Any
    ) -> None:
        refused = {"pass_fds", "preexec_fn", "process_group", "start_new_session", "umask", "user"}
        assert not refused & set(options), options
        handles = startupinfo.lpAttributeList["handle_list"] if startupinfo else []
        group = 0 if creationflags else None
        super().__init__(command, pass_fds=handles, process_group=group, **options)

    def send_signal(self, number: int) -> None:
        super().send_signal(15 if number == self.BREAK else 9)


def environment(folder: Path, platform: str) -> dict[str, str]:
    """Variables for processes that are to see ``platform``; ``folder`` is for a file of ours."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(
        f"names = {{'__name__': 'other_system'}}\n"
        f"exec(compile(open({__file__!r}).read(), {__file__!r}, 'exec'), names)\n"
        f"names['install']({platform!r})\n",
        encoding="utf-8",
    )
    return {"PYTHONPATH": str(folder)}


assert sys.platform == "linux"
