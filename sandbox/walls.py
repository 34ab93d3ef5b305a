"""The walls of each tier, in the order in which they go up.

The outer wall is raised once, around the zygote; the inner wall in each child, before it sees any
code.

=========== ============================================ ======================================
tier        outer wall                                   inner wall
=========== ============================================ ======================================
namespaces  never root; own user, process, mount, IPC,   own mount, IPC, UTS, process and
            UTS, cgroup and (empty) network namespace;   (unmapped) user namespace; and all of
            a root of nothing but read-only packages;    ``flat``
            and all of ``flat``
flat        never root; no new privileges; system calls  limits, no capabilities, Landlock, no
                                                         system calls that only set-up needed
noopen      as ``flat``; no file can be opened at all    as ``flat`` without Landlock
=========== ============================================ ======================================
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from sandbox.confine import (
    capabilities,
    descriptors,
    identity,
    landlock,
    namespaces,
    process,
    rlimits,
    root,
    seccomp,
    syscall_rules,
)
from sandbox.confine.namespaces import Namespace
from sandbox.confine.syscall_numbers import this_machine
from sandbox.confine.syscall_rules import Loan
from sandbox.layout import Layout
from sandbox.protocol import Limits, SandboxError, Tier

FIRST_CLOSED = 5
"""A child keeps descriptors 0 to 4: input, output twice, result, job."""


class WallError(SandboxError):
    """A wall of this tier did not go up."""


@contextmanager
def _raising(wall: str) -> Iterator[None]:
    try:
        yield
    except (OSError, KeyError) as error:
        raise WallError(f"{wall}: {error}") from error


class Walls:
    """What a zygote prepares once for all its children."""

    listener: int | None = None
    """Tells of the system calls that are forbidden, see ``confine.listener``; None where this
    kernel cannot, and then they kill.  For the client: no child may have it.
    """

    def __init__(self, tier: Tier, layout: Layout) -> None:
        """Raise the outer wall; in tier ``namespaces`` this returns in another process.

        Raises ``WallError``.
        """
        self._pid_namespace: int | None = None
        self._rules: int | None = None
        with _raising("resource limits"):
            self._memory_before = rlimits.memory_in_use()
        with _raising("seccomp"):
            if not seccomp.available():
                raise OSError("this kernel or machine has no seccomp filters that can kill")
        if tier is Tier.NAMESPACES:
            self._enter_namespaces(layout)
        if tier is Tier.FLAT or (tier is Tier.NAMESPACES and landlock.available()):
            self._prepare_landlock(tier, layout)
        if tier is not Tier.NAMESPACES:
            _drop_privileges()
        with _raising("system calls"):
            self._confine_calls(open_files=tier is not Tier.NOOPEN)

    def _enter_namespaces(self, layout: Layout) -> None:
        with _raising("namespaces"):
            proc = namespaces.open_proc()
            uid, gid = os.geteuid(), os.getegid()
            if uid == 0:
                namespaces.unshare(namespaces.OUTER)
            else:
                namespaces.unshare(namespaces.OUTER | Namespace.USER | Namespace.PID)
                namespaces.map_only(uid, gid, proc)
            namespaces.set_host_name("sandbox")
        with _raising("root directory"):
            root.enter(layout.binds(), layout.masked())
        with _raising("user namespace"):
            if uid == 0:
                _become_nobody(proc)
            _continue_as_first_process()
            self._pid_namespace = descriptors.raised(namespaces.open_own_pid_namespace(proc))
            os.close(proc)

    def _prepare_landlock(self, tier: Tier, layout: Layout) -> None:
        in_new_root = tier is Tier.NAMESPACES
        with _raising("Landlock"):
            paths = layout.readable_in_new_root() if in_new_root else layout.readable_in_place()
            self._rules = descriptors.raised(landlock.ruleset(paths))

    def _confine_calls(self, *, open_files: bool) -> None:
        """From here on, for this process and all that it forks."""
        machine, loans = this_machine(), self._loans()
        self._filter = seccomp.Filter(seccomp.compile_inner(machine, loans))

        def outer(forbidden: int) -> seccomp.Filter:
            return seccomp.Filter(
                seccomp.compile_outer(machine, loans, forbidden=forbidden, open_files=open_files)
            )

        process.forbid_new_privileges()
        try:
            # Of two filters' answers the kernel takes the stricter one: a container's refusal
            # comes before a report, and the call would count as refused, but a kill before both.
            if not seccomp.in_use():
                self.listener = outer(seccomp.REPORT).apply_reporting()
                return
        except OSError:
            pass
        outer(seccomp.KILL).apply()

    def _loans(self) -> tuple[Loan, ...]:
        if self._pid_namespace is None:
            return ()
        flags = (Namespace.PID, namespaces.VIEW, Namespace.USER)
        return syscall_rules.loans_for_namespaces(flags, self._pid_namespace, Namespace.PID)

    def fork(self) -> int:
        """fork(2) into a process namespace of the child's own where the tier has them."""
        if self._pid_namespace is None:
            return os.fork()
        namespaces.unshare(Namespace.PID)
        child = os.fork()
        if child:
            namespaces.enter_pid_namespace(self._pid_namespace)
        return child

    def raise_inner(self, limits: Limits) -> None:
        """In a child: all walls, for ever.  seccomp is last, it forbids the others' system calls.

        Raises ``OSError``; the caller then ends the process.
        """
        process.die_with_parent()
        if self._pid_namespace is not None:
            namespaces.unshare(namespaces.VIEW)
            namespaces.unshare(Namespace.USER)
        rlimits.apply(limits, self._memory_before)
        capabilities.drop_all()
        process.set_dumpable(False)
        if self._rules is not None:
            landlock.apply(self._rules)
        descriptors.close_from(FIRST_CLOSED)
        self._filter.apply()


def _become_nobody(proc: int) -> None:
    """From root, once its directory is made: a user who owns the namespaces of its children."""
    capabilities.drop_bounding()
    identity.drop_root()
    process.set_dumpable(True)
    uid, gid = os.geteuid(), os.getegid()
    namespaces.unshare(namespaces.VIEW | Namespace.USER | Namespace.PID)
    namespaces.map_only(uid, gid, proc)


def _continue_as_first_process() -> None:
    """Fork: the child is the process namespace's init, the parent waits to pass its end on."""
    child = os.fork()
    if child:
        descriptors.close_from(0)
        _, status = os.waitpid(child, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    process.die_with_parent()


def _drop_privileges() -> None:
    with _raising("an unprivileged user"):
        capabilities.drop_bounding()
        identity.drop_root()
        capabilities.drop_all()
