"""Which part of the cgroup tree is ours to use: what systemd says that it has handed over.

systemd marks a cgroup that it leaves to a service (``Delegate=`` in systemd.resource-control(5),
and its document on cgroup delegation) with an extended attribute.  That a cgroup can be written to
says nothing: root can write to all.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

from sandbox.confine.cgroup import PROCESSES, processes, write
from sandbox.protocol import SandboxError

CONTROLLERS = ("memory", "pids")

_MARKS = ("user.delegate", "trusted.delegate")
"""The second is older, and for root alone."""

_UNITS = (".service", ".scope", ".slice")
_MAIN = "main"
_ATTEMPTS = 5


class NotDelegated(SandboxError):
    """No cgroup with what it takes was handed to this process: no fault, and no wall falls."""


def _getxattr(path: Path, name: str) -> bytes:
    return os.getxattr(path, name)


def find(
    own: Path = Path("/proc/self/cgroup"),
    mounts: Path = Path("/proc/self/mountinfo"),
    getxattr: Callable[[Path, str], bytes] = _getxattr,
) -> Path:
    """The directory of the cgroup that is ours.  Raises ``NotDelegated``."""
    try:
        cgroup = _own_cgroup(_text(own), _text(mounts))
    except OSError as error:
        raise NotDelegated(f"the kernel does not tell of cgroups: {error}") from None
    candidates = [cgroup]
    if not cgroup.name.endswith(_UNITS):
        # DelegateSubgroup= starts a service beneath the cgroup that is handed to it.  What systemd
        # itself has put beneath another unit is not meant.
        candidates.append(cgroup.parent)
    for candidate in candidates:
        if _is_marked(candidate, getxattr):
            return _with_controllers(candidate)
    raise NotDelegated(f"systemd has not delegated {cgroup} to this process")


def _text(file: Path) -> str:
    return os.fsdecode(file.read_bytes())


def _own_cgroup(own: str, mounts: str) -> Path:
    """From lines as in cgroups(7) and of /proc/pid/mountinfo in proc(5)."""
    names = [line.removeprefix("0::") for line in own.splitlines() if line.startswith("0::")]
    if not names:
        raise NotDelegated("this process is in no cgroup of version 2")
    name = Path(names[0])
    for line in mounts.splitlines():
        before, _, after = line.partition(" - ")
        if after.startswith("cgroup2 "):
            root, mount_point = map(_path, before.split()[3:5])
            if ".." not in name.parts and name.is_relative_to(root):
                return mount_point / name.relative_to(root)
    raise NotDelegated(f"no mounted cgroup tree of version 2 shows {name}")


def _path(field: str) -> Path:
    """Spaces and the like are octal numbers there."""
    return Path(re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), field))


def _is_marked(cgroup: Path, getxattr: Callable[[Path, str], bytes]) -> bool:
    for mark in _MARKS:
        try:
            if getxattr(cgroup, mark) == b"1":
                return True
        except OSError:
            continue
    return False


def _with_controllers(cgroup: Path) -> Path:
    try:
        offered = _text(cgroup / "cgroup.controllers").split()
    except OSError as error:
        raise NotDelegated(f"{cgroup} cannot be read: {error}") from None
    if lacking := [name for name in CONTROLLERS if name not in offered]:
        raise NotDelegated(f"{cgroup} is delegated without the controller {' and '.join(lacking)}")
    return cgroup


def prepare(cgroup: Path) -> None:
    """Let ``cgroup`` have leaves with bounds.  Raises ``NotDelegated``.

    Only a cgroup without processes of its own may: all that are in it, this one too, move into a
    leaf.  Others may be born there meanwhile, so it is tried more than once.
    """
    try:
        for attempt in range(1, _ATTEMPTS + 1):
            _move_processes(cgroup)
            try:
                write(cgroup / "cgroup.subtree_control", " ".join(f"+{c}" for c in CONTROLLERS))
                return
            except OSError as error:
                if error.errno != errno.EBUSY or attempt == _ATTEMPTS:
                    raise
    except OSError as error:
        raise NotDelegated(f"{cgroup} is delegated, but cannot be used: {error}") from None


def _move_processes(cgroup: Path) -> None:
    for process_id in processes(cgroup):
        main = cgroup / _MAIN
        main.mkdir(exist_ok=True)
        try:
            write(main / PROCESSES, str(process_id))
        except ProcessLookupError:
            continue
