"""Starting a zygote's interpreter: command line, environment, and the reason when it does not
start.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np

_ENTRY = Path(__file__).resolve().parent / "entry.py"
_PROGRAM = "import sys; exec(compile(open(sys.argv[1], 'rb').read(), 'sandbox/entry.py', 'exec'))"
"""Runs the entry under a name that tells code behind the walls nothing of this machine."""

_PACKAGES_DIRECTORY = Path(np.__file__).resolve().parents[1]

FLAGS = ("-I", "-S", "-B", "-X", "utf8")
"""Isolated, without site-packages, writing no bytecode, in UTF-8."""

_ENVIRONMENT = {
    "LC_ALL": "C.UTF-8",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    # What is freed stays with the process, mallopt(3): the next run of a batch finds it mapped.
    "MALLOC_MMAP_THRESHOLD_": str(32 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
}

_PASSED_ON = (
    "LD_LIBRARY_PATH",
    "OPENBLAS_CORETYPE",
    "OPENBLAS_L2_SIZE",
    "NPY_DISABLE_CPU_FEATURES",
)
"""What this machine may need to load the interpreter and to compute right."""

_SECONDS_TO_END = 5.0


def environment() -> dict[str, str]:
    """All that an interpreter of ours finds in its environment."""
    return _ENVIRONMENT | {name: os.environ[name] for name in _PASSED_ON if name in os.environ}


def paths() -> tuple[str, str]:
    """This package's entry, and the directory that holds the runtime's packages."""
    return str(_ENTRY), str(_PACKAGES_DIRECTORY)


def start_interpreter() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """The process of a new zygote and our end of its control socket.  Raises ``OSError``."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    try:
        process = subprocess.Popen(
            [sys.executable, *FLAGS, "-c", _PROGRAM, *_arguments(theirs)],
            env=environment(),
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
        )
    except OSError:
        ours.close()
        raise
    finally:
        theirs.close()
    return process, ours


def _arguments(control: socket.socket) -> list[str]:
    entry, packages_directory = paths()
    return [entry, str(control.fileno()), packages_directory]


def end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a zygote that has lost its control socket; kill it when it does not end of that."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(_SECONDS_TO_END)
        return
    process.kill()
    process.wait()
