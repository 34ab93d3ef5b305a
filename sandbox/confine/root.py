"""A new root directory that holds nothing but a few read-only directories; pivot_root(2)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag

from sandbox.confine import libc

_CANDIDATE_MOUNT_POINTS = ("/mnt", "/tmp", "/media", "/srv", "/opt", "/run", "/home", "/var")
_DETACH = 2


class _Mount(IntFlag):
    """MS_* of sys/mount.h."""

    READ_ONLY = 1
    NO_SETUID = 2
    NO_DEVICES = 4
    REMOUNT = 32
    BIND = 4096
    RECURSIVE = 16384
    PRIVATE = 1 << 18


_INERT = _Mount.NO_SETUID | _Mount.NO_DEVICES


@dataclass(frozen=True, slots=True)
class Bind:
    """A directory of the old root and where the new root shows it."""

    source: str
    target: str


def enter(binds: Sequence[Bind], masked: Iterable[str]) -> None:
    """Make a root that holds ``binds`` read-only, with the ``masked`` directories of it empty; live
    in it.

    The caller has a mount namespace of its own and may mount in it.  Raises ``OSError``.
    """
    base = _mount_point([bind.source for bind in binds])
    _mount(None, "/", flags=_Mount.RECURSIVE | _Mount.PRIVATE)
    _mount("tmpfs", base, "tmpfs", _INERT, "size=64k,nr_inodes=256,mode=0755")
    for bind in binds:
        _bind(bind.source, base + bind.target)
    for path in masked:
        _mount("tmpfs", base + path, "tmpfs", _INERT | _Mount.READ_ONLY, "size=4k,mode=0555")
    os.chdir(base)
    libc.syscall("pivot_root", b".", b".")
    libc.call("umount2", b".", _DETACH)
    os.chdir("/")
    _mount(None, "/", flags=_Mount.BIND | _Mount.REMOUNT | _Mount.READ_ONLY | _INERT)


def _mount_point(sources: Iterable[str]) -> str:
    """A directory that hides none of ``sources`` when something is mounted on it."""
    real = [os.path.realpath(source) + "/" for source in sources]
    for path in _CANDIDATE_MOUNT_POINTS:
        if os.path.isdir(path) and not any(
            s.startswith(os.path.realpath(path) + "/") for s in real
        ):
            return path
    raise FileNotFoundError("no directory to mount the new root on")


def _bind(source: str, target: str) -> None:
    os.makedirs(target, exist_ok=True)
    _mount(source, target, flags=_Mount.BIND)
    _mount(None, target, flags=_Mount.BIND | _Mount.REMOUNT | _Mount.READ_ONLY | _INERT)


def _mount(
    source: str | None,
    target: str,
    kind: str | None = None,
    flags: int = 0,
    data: str | None = None,
) -> None:
    libc.call(
        "mount",
        *(text and os.fsencode(text) for text in (source, target, kind)),
        flags,
        data and data.encode(),
    )
