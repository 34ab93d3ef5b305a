"""Landlock: which files may be read, and no network, signals or abstract sockets; landlock(7)."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable

from sandbox.confine import libc

_QUERY_VERSION = 1
_RULE_PATH_BENEATH = 1
_READ_FILE = 1 << 2
_READ_DIRECTORY = 1 << 3

_FILE_RIGHTS_BY_ABI = {1: 0x1FFF, 2: 0x3FFF, 3: 0x7FFF, 4: 0x7FFF, 5: 0xFFFF}
_NETWORK_SINCE_ABI = 4
_NETWORK_RIGHTS = 0x3
_SCOPES_SINCE_ABI = 6
_SCOPES = 0x3


def abi() -> int:
    """Version of Landlock in this kernel, 0 where there is none."""
    try:
        return libc.syscall("landlock_create_ruleset", None, 0, _QUERY_VERSION)
    except (OSError, KeyError):
        return 0


def available() -> bool:
    return abi() > 0


def ruleset(readable: Iterable[str]) -> int:
    """Descriptor of rules that allow reading beneath ``readable`` (directories or files) and
    nothing else.

    Made once in the zygote; ``apply`` costs a child almost nothing.  Raises ``OSError``.
    """
    version = abi()
    handled = struct.pack(
        "=QQQ",
        _FILE_RIGHTS_BY_ABI[min(version, max(_FILE_RIGHTS_BY_ABI))],
        _NETWORK_RIGHTS,
        _SCOPES,
    )
    size = 8 + 8 * (version >= _NETWORK_SINCE_ABI) + 8 * (version >= _SCOPES_SINCE_ABI)
    rules = libc.syscall("landlock_create_ruleset", handled[:size], size, 0)
    for path in readable:
        _allow_reading(rules, path)
    return rules


def _allow_reading(rules: int, path: str) -> None:
    rights = _READ_FILE | (_READ_DIRECTORY if os.path.isdir(path) else 0)
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("=Qi", rights, descriptor)
        libc.syscall("landlock_add_rule", rules, _RULE_PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def apply(rules: int) -> None:
    """Hold this process to ``rules`` for ever.  Needs ``forbid_new_privileges`` first."""
    libc.syscall("landlock_restrict_self", rules, 0)
