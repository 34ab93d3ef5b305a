"""Process attributes set with prctl(2)."""

from __future__ import annotations

import signal

from sandbox.confine import libc

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_NO_NEW_PRIVS = 38


def die_with_parent() -> None:
    """SIGKILL for this process when the thread that forked it ends.

    A change of credentials clears it, so it is set again after each.
    """
    libc.call("prctl", _PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)


def set_dumpable(dumpable: bool) -> None:
    """Whether others of the same user may trace this process and read its memory."""
    libc.call("prctl", _PR_SET_DUMPABLE, int(dumpable), 0, 0, 0)


def forbid_new_privileges() -> None:
    """No execve(2) gains anything from here on; seccomp and Landlock ask for it.  There is no way
    back.
    """
    libc.call("prctl", _PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
