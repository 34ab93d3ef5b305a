"""A new interpreter for each submission, bare or inside bubblewrap."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np

from benchmarks.variants import Unavailable
from benchmarks.works import Work
from sandbox.protocol import Value

ONE_THREAD = {
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "BLIS_NUM_THREADS": "1",
}
"""As the zygote's interpreter has it: starting threads takes time."""

_PACKAGES = Path(np.__file__).resolve().parents[1]
_PYTHON = os.path.realpath(sys.executable)

_PROGRAM = f"""
import sys
sys.path.append({str(_PACKAGES)!r})
import numpy as np
source, function, cases = eval(sys.stdin.buffer.readline())
names = {{}}
exec(compile(source, "submission.py", "exec"), names)
data = memoryview(sys.stdin.buffer.read())
for case in cases:
    values = [
        value if shape is None else np.frombuffer(data[value[0] : value[1]], dtype).reshape(shape)
        for value, dtype, shape in case
    ]
    sys.stdout.buffer.write(np.ascontiguousarray(names[function](*values)).tobytes())
"""
"""Job and result as plain as they can be: a literal and the arrays' bytes."""


class Import:
    """``python -c "import numpy"``."""

    def run(self, work: Work, tests: int) -> list[Value]:
        subprocess.run([sys.executable, "-c", "import numpy"], env=_environment(), check=True)
        return []

    def close(self) -> None:
        """Nothing is left."""


class Python:
    """``python`` without site-packages but NumPy, which would only slow it down."""

    def run(self, work: Work, tests: int) -> list[Value]:
        command = [*self._launcher(), _PYTHON, "-I", "-S", "-B", "-c", _PROGRAM]
        job = _job(work, tests)
        done = subprocess.run(command, input=job, capture_output=True, env=_environment())
        if done.returncode != 0:
            raise Unavailable(done.stderr.decode("utf-8", "replace").strip() or "it failed")
        return list(np.frombuffer(done.stdout).reshape((tests, *work.shape)))

    def _launcher(self) -> list[str]:
        return []

    def close(self) -> None:
        """Nothing is left."""


class Bwrap(Python):
    """``Python`` in namespaces of its own, with a root of read-only directories."""

    def __init__(self) -> None:
        found = shutil.which("bwrap")
        if found is None:
            raise Unavailable("bubblewrap is not installed")
        self._command = [found, "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
        for name, value in ONE_THREAD.items():
            self._command += ["--setenv", name, value]
        for path in _directories():
            self._command += ["--ro-bind", path, path]
        for path in ("/bin", "/lib", "/lib64"):
            if os.path.islink(path):
                self._command += ["--symlink", os.readlink(path), path]

    def _launcher(self) -> list[str]:
        return self._command


def _directories() -> list[str]:
    """The system's programs and libraries, the interpreter's own, and NumPy."""
    wanted = ["/usr", *(path for path in ("/bin", "/lib", "/lib64") if not os.path.islink(path))]
    wanted += [str(Path(_PYTHON).parents[1]), sysconfig.get_path("stdlib")]
    wanted += [str(_PACKAGES / "numpy"), str(_PACKAGES / "numpy.libs")]
    outer: list[str] = []
    for path in filter(os.path.isdir, wanted):
        if not any(path == other or path.startswith(other + "/") for other in outer):
            outer.append(path)
    return outer


def _environment() -> dict[str, str]:
    passed_on = ("PATH", "LD_LIBRARY_PATH")
    return ONE_THREAD | {name: os.environ[name] for name in passed_on if name in os.environ}


def _job(work: Work, tests: int) -> bytes:
    """One line that is a literal, and the bytes of all arrays that it speaks of."""
    data = bytearray()
    cases = []
    for arguments in work.cases[:tests]:
        case: list[tuple[object, str | None, tuple[int, ...] | None]] = []
        for value in arguments.values():
            if isinstance(value, np.ndarray):
                start = len(data)
                data += value.tobytes()
                case.append(((start, len(data)), value.dtype.str, value.shape))
            else:
                case.append((value, None, None))
        cases.append(case)
    return repr((work.source, work.function, cases)).encode() + b"\n" + data
