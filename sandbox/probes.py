"""The guarantees of the sandbox, each with a program that tries to break it from inside, as data.

A program defines ``attempt(target)`` and returns True when it got what it must not get.  ``target``
holds things of the host that a probe may aim at: ``file`` (a readable file), ``port`` (a listening
TCP port), ``process`` (a process of the same user).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from textwrap import dedent

from sandbox.protocol import Limits, RunResult, RunStatus, Tier

_REFUSALS = frozenset(
    """
    OSError PermissionError FileNotFoundError BlockingIOError ProcessLookupError
    ConnectionRefusedError RuntimeError
    """.split()
)
"""What a refused attempt raises; any other exception would be a fault of the probe."""


def _nothing_gained(result: RunResult) -> bool:
    """The attempt got nothing, was refused, or was the end of the process."""
    if result.status is RunStatus.OK and result.returned is not None:
        return result.returned.value is False
    refused = result.error is not None and result.error.type in _REFUSALS
    return refused or result.status is RunStatus.FORBIDDEN_SYSCALL


def _ends_with(*statuses: RunStatus) -> Callable[[RunResult], bool]:
    return lambda result: result.status in statuses


@dataclass(frozen=True, slots=True)
class Probe:
    """One guarantee; ``how`` names the walls that give it, by tier, with "" for the rest of the
    tiers.
    """

    name: str
    how: str
    program: str
    holds: Callable[[RunResult], bool] = _nothing_gained
    limits: Limits = field(default_factory=Limits)
    how_by_tier: dict[Tier, str] = field(default_factory=dict)
    only_in: Tier | None = None

    def source(self) -> str:
        return "import os, sys\n" + dedent(self.program)


def _opens(mode: str, paths: str) -> str:
    return f"""
        def attempt(target):
            for path in {paths}:
                try:
                    open(path, {mode!r}).close()
                    return True
                except OSError:
                    pass
            return False
    """


def _calls(expression: str, imports: str = "ctypes") -> str:
    return f"import {imports}\ndef attempt(target):\n    {expression}\n    return True\n"


_DIRECTORIES = "('/', '/tmp/', '/dev/shm/', '/var/tmp/', './', os.path.dirname(os.__file__) + '/')"
_SHORT = Limits(wall_seconds=5.0, cpu_seconds=0.3, memory_bytes=64 << 20, output_bytes=1000)

PROBES = (
    Probe(
        "NumPy runs",
        "the runtime's packages are visible",
        """
        import numpy
        def attempt(target):
            return not numpy.allclose(numpy.linalg.inv(numpy.eye(3) * 2), numpy.eye(3) / 2)
        """,
        holds=lambda result: result.status is RunStatus.OK and _nothing_gained(result),
    ),
    Probe(
        "no file of the host can be read",
        "Landlock",
        _opens("rb", "(target['file'], '/etc/passwd', '/proc/self/environ')"),
        how_by_tier={Tier.NAMESPACES: "own root directory, Landlock", Tier.NOOPEN: "seccomp"},
    ),
    Probe(
        "no file name of the host can be seen",
        "own root directory",
        "def attempt(target):\n    return os.path.exists(target['file'])\n",
        only_in=Tier.NAMESPACES,
    ),
    Probe(
        "nothing can be written",
        "seccomp, Landlock",
        _opens("wb", f"[directory + 'probe' for directory in {_DIRECTORIES}]"),
        how_by_tier={
            Tier.NAMESPACES: "read-only root directory, seccomp, Landlock",
            Tier.NOOPEN: "seccomp",
        },
    ),
    Probe(
        "nothing else that is installed can be imported",
        "no site-packages on the path or in view",
        """
        def attempt(target):
            for name in ('sandbox', 'app', 'reference', 'problems', 'pip'):
                try:
                    __import__(name)
                    return True
                except ImportError:
                    pass
            return any('-packages' in path for path in sys.path)
        """,
    ),
    Probe(
        "no network",
        "seccomp",
        _calls("socket.create_connection(('127.0.0.1', target['port']), 1)", "socket"),
        how_by_tier={Tier.NAMESPACES: "empty network namespace, seccomp"},
    ),
    Probe(
        "other processes are out of reach",
        "seccomp",
        _calls("os.kill(target['process'], 0)", "os"),
        how_by_tier={Tier.NAMESPACES: "own process namespace, seccomp"},
    ),
    Probe(
        "other processes cannot be seen",
        "own process namespace",
        "def attempt(target):\n    return os.getpid() != 1\n",
        only_in=Tier.NAMESPACES,
    ),
    Probe("no new process", "seccomp", _calls("os.fork()", "os")),
    Probe("no new thread", "seccomp", _calls("_thread.start_new_thread(print, ())", "_thread")),
    Probe("no other program", "seccomp (kill)", _calls("os.execv('/bin/true', ['true'])", "os")),
    Probe("no tracing", "seccomp (kill)", _calls("ctypes.CDLL(None).ptrace(0, 0, 0, 0)")),
    Probe("no new namespaces", "seccomp (kill)", _calls("ctypes.CDLL(None).unshare(0x10000000)")),
    Probe(
        "no memory both writable and executable",
        "seccomp",
        _calls("import mmap; mmap.mmap(-1, 4096, prot=7)"),
    ),
    Probe(
        "no environment and no descriptors are inherited",
        "built by hand, close_range",
        """
        def attempt(target):
            for descriptor in range(5, 1024):
                try:
                    os.fstat(descriptor)
                    return True
                except OSError:
                    pass
            return bool(os.environ)
        """,
    ),
    Probe(
        "memory limit",
        "RLIMIT_DATA, RLIMIT_AS",
        "def attempt(target):\n    return len(bytearray(128 << 20)) > 0\n",
        holds=_ends_with(RunStatus.MEMORY_LIMIT),
        limits=_SHORT,
    ),
    Probe(
        "CPU limit",
        "the process's CPU clock, RLIMIT_CPU",
        "def attempt(target):\n    while True:\n        pass\n",
        holds=_ends_with(RunStatus.CPU_LIMIT, RunStatus.WALL_LIMIT),
        limits=_SHORT,
    ),
    Probe(
        "wall clock limit",
        "kill from outside",
        _calls("time.sleep(60)", "time"),
        holds=_ends_with(RunStatus.IDLE, RunStatus.WALL_LIMIT),
        limits=Limits(wall_seconds=0.3),
    ),
    Probe(
        "output limit",
        "kill from outside",
        "def attempt(target):\n    while True:\n        print('x' * 500)\n",
        holds=_ends_with(RunStatus.OUTPUT_LIMIT),
        limits=_SHORT,
    ),
)
