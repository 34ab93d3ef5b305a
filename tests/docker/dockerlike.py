"""Executes a program as a Docker engine would start it in a container that keeps no capability: an
ordinary user, no new privileges, and the default seccomp profile.

    dockerlike.py UID GID PROGRAM [ARGUMENT...]

Needs root, and the installed package ``sandbox``.  Unlike the real filter this one lets 32-bit
calls pass.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from sandbox.confine import bpf, capabilities, process, seccomp
from sandbox.confine.bpf import Instruction
from sandbox.confine.syscall_numbers import this_machine

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.docker import docker_profile as profile

MACHINES = ("x86_64", "aarch64")


def compile_profile(machine: str) -> list[Instruction]:
    """The profile's filter for ``machine``, "x86_64" or "aarch64"."""
    column = MACHINES.index(machine)
    refused = [row[column] for row in profile.REFUSED.values()]
    program = [
        bpf.load(bpf.ARCHITECTURE_OFFSET),
        bpf.if_equal(seccomp.ARCHITECTURES[machine], 1, 0),
        bpf.give(seccomp.ALLOW),
        bpf.load(bpf.NUMBER_OFFSET),
        bpf.if_at_least(profile.HIGHEST + 1, 0, 1),
        bpf.give(seccomp.fail(errno.ENOSYS)),
        *_fails(profile.CLONE3[column], errno.ENOSYS),
    ]
    for number in refused:
        program += [] if number is None else _fails(number, profile.REFUSAL)
    program += _one_of(profile.CLONE[column], profile.CLONE_NAMESPACES, [0])
    program += _one_of(profile.SOCKET[column], None, profile.SOCKET_FAMILIES)
    program += _one_of(profile.PERSONALITY[column], None, profile.PERSONALITIES)
    return [*program, bpf.give(seccomp.ALLOW)]


def _fails(number: int, error: int) -> list[Instruction]:
    return [bpf.if_equal(number, 0, 1), bpf.give(seccomp.fail(error))]


def _one_of(number: int, mask: int | None, allowed: Sequence[int]) -> list[Instruction]:
    """``if number: refuse unless the first argument, of its bits in mask, is one of allowed``."""
    body = [bpf.load_argument(0)] + ([] if mask is None else [bpf.keep_bits(mask)])
    body += [bpf.if_equal(value, len(allowed) - at, 0) for at, value in enumerate(allowed)]
    body += [bpf.give(seccomp.fail(profile.REFUSAL)), bpf.give(seccomp.ALLOW)]
    return [bpf.if_equal(number, 0, len(body)), *body]


def confine(uid: int, gid: int) -> None:
    """Be that user for ever, without a capability, behind the profile.  Raises ``OSError``."""
    capabilities.drop_bounding()
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    capabilities.drop_all()
    process.forbid_new_privileges()
    seccomp.Filter(compile_profile(this_machine())).apply()


if __name__ == "__main__":
    confine(int(sys.argv[1]), int(sys.argv[2]))
    os.execvp(sys.argv[3], sys.argv[3:])
