"""Capabilities: all of them dropped, capabilities(7)."""

from __future__ import annotations

import ctypes
import struct

from sandbox.confine import libc

_VERSION_3 = 0x20080522
_PR_CAPBSET_DROP = 24
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_LAST_POSSIBLE = 63


def drop_bounding() -> None:
    """Empty the bounding set, where this process may: what is not in it no execve(2) can give."""
    for capability in range(_LAST_POSSIBLE + 1):
        try:
            libc.call("prctl", _PR_CAPBSET_DROP, capability, 0, 0, 0)
        except OSError:
            return


def drop_all() -> None:
    """Empty the ambient, effective, permitted and inheritable sets."""
    libc.call("prctl", _PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = ctypes.create_string_buffer(struct.pack("=Ii", _VERSION_3, 0))
    nothing = ctypes.create_string_buffer(struct.pack("=6I", *[0] * 6))
    libc.syscall("capset", header, nothing)
