"""The user a zygote runs as: never root."""

from __future__ import annotations

import os

UNPRIVILEGED_ID = 65534
"""User and group "nobody": owns nothing, by convention."""


def drop_root() -> None:
    """Become the unprivileged user when running as root; anyone else stays who they are.

    Raises ``OSError`` when this root may not change its user.
    """
    if os.geteuid() != 0 and os.getuid() != 0:
        return
    os.setgroups([])
    os.setresgid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    os.setresuid(UNPRIVILEGED_ID, UNPRIVILEGED_ID, UNPRIVILEGED_ID)
    if 0 in (*os.getresuid(), *os.getresgid()):
        raise PermissionError("still root after dropping it")
