"""The cgroup of each zygote of this process where one was delegated, and none elsewhere.

No tier asks for it: whatever fails here leaves it out, and the walls stand as they did.
"""

from __future__ import annotations

import itertools
import os
import threading
from functools import cache
from pathlib import Path

from sandbox.confine import delegation
from sandbox.confine.cgroup import Leaf
from sandbox.protocol import SandboxError

_PREFIX = "zygote"

_counter = itertools.count()
_lock = threading.Lock()


class NotUsed(SandboxError):
    """Zygotes of this process are in no cgroup of their own, and why."""


def enclose(process_id: int, memory_bytes: int) -> Leaf | None:
    """Put a new zygote, for children of ``memory_bytes`` each, into a leaf of its own."""
    try:
        leaf = _new_leaf(memory_bytes)
    except NotUsed:
        return None
    try:
        leaf.add(process_id)
    except OSError:
        leaf.remove()
        return None
    return leaf


def check() -> None:
    """Make a leaf and remove it.  Raises ``NotUsed``."""
    if not _new_leaf(1).remove():
        raise NotUsed("a cgroup that was made could not be removed")


def _new_leaf(memory_bytes: int) -> Leaf:
    with _lock:
        parent = _parent()
    if isinstance(parent, str):
        raise NotUsed(parent)
    path = parent / f"{_PREFIX}-{os.getpid()}-{next(_counter)}"
    try:
        return Leaf.make(path, memory_bytes)
    except OSError as error:
        raise NotUsed(f"{path} could not be made: {error}") from None


@cache
def _parent() -> Path | str:
    """What this process may make leaves in, made ready for that once; or why there is none."""
    try:
        parent = delegation.find()
        delegation.prepare(parent)
    except delegation.NotDelegated as error:
        return str(error)
    sweep(parent)
    return parent


def sweep(parent: Path) -> None:
    """Remove the leaves of processes that are gone.  This process has none yet."""
    for path in parent.glob(f"{_PREFIX}-*-*"):
        owner = path.name.split("-")[1]
        if owner.isdecimal() and not _lives(int(owner)):
            Leaf(path).remove()


def _lives(process_id: int) -> bool:
    if process_id == os.getpid():
        return False  # It had the number of this process.
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
