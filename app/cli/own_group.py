"""Processes in a group of their own: Ctrl+C reaches this one, which ends them in order."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence

if sys.platform == "win32":
    import os

    ASK = signal.CTRL_BREAK_EVENT
    """Asks a process of another group to end."""

    STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGBREAK)
    """By these this process is told to end."""

    def start(
        command: Sequence[str], environment: Mapping[str, str], inherited: Sequence[int]
    ) -> subprocess.Popen[bytes]:
        """Start ``command``; it inherits these sockets and nothing else.  Raises OSError."""
        for handle in inherited:
            os.set_handle_inheritable(handle, True)
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            startupinfo=subprocess.STARTUPINFO(lpAttributeList={"handle_list": list(inherited)}),
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
else:
    ASK = signal.SIGTERM
    """Asks a process to end."""

    STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    """By these this process is told to end."""

    def start(
        command: Sequence[str], environment: Mapping[str, str], inherited: Sequence[int]
    ) -> subprocess.Popen[bytes]:
        """Start ``command``; it inherits these descriptors and nothing else.  Raises OSError."""
        return subprocess.Popen(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            pass_fds=inherited,
            process_group=0,
        )
