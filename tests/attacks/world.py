"""A place of its own for the tests: the built wheel in a virtual environment, and a copy of them.

Neither the repository nor its directory is in the path of what runs there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ORDINARY = 12345
"""A user without any privilege."""

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[1]
_TESTS = ("attacks", "builders", "fakes")
_RUNNER = frozenset({"pytest", "iniconfig", "packaging", "pluggy", "pygments"})
_BINARIES = ("/usr/bin", "/usr/local/bin")
_VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"

_PROGRAM = """
import sys
import app, pytest, sandbox
print(app.__file__, sandbox.__file__, *sys.path, sep='\\n', end='\\n--\\n', flush=True)
sys.exit(pytest.main(sys.argv[1:]))
"""
_OPTIONS = "-q -p no:cacheprovider --import-mode=importlib -W error -o xfail_strict=true".split()


def interpreters(user: int | None) -> Iterator[str]:
    """Interpreters of this version that ``user`` can start, this very one first."""
    for candidate in (os.path.realpath(sys.executable), *(f"{d}/{_VERSION}" for d in _BINARIES)):
        if _starts(candidate, user):
            yield candidate


def _starts(candidate: str, user: int | None) -> bool:
    try:
        done = subprocess.run([candidate, "-c", "import venv"], check=False, **_as(user))
    except OSError:
        return False
    return done.returncode == 0


def _as(user: int | None) -> dict[str, object]:
    if user is None:
        return {}
    return {"user": user, "group": user, "extra_groups": [], "cwd": "/"}


@dataclass(frozen=True, slots=True)
class World:
    """``folder`` is readable by anybody."""

    folder: Path

    @property
    def packages(self) -> Path:
        """Where the wheel is installed."""
        return self.folder / "environment" / "lib" / _VERSION / "site-packages"

    def start(
        self, arguments: list[str], output: Path, user: int | None
    ) -> subprocess.Popen[bytes]:
        """pytest with ``arguments``, as ``user``."""
        environment = {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
            "CI": os.environ.get("CI", ""),
            "HOME": str(self.folder),
        }
        python = self.folder / "environment" / "bin" / "python"
        with output.open("wb") as sink:
            return subprocess.Popen(
                [python, "-c", _PROGRAM, *_OPTIONS, *arguments],
                env=environment,
                stdout=sink,
                stderr=subprocess.STDOUT,
                **_as(user) | {"cwd": self.folder},
            )


def build(folder: Path, interpreter: str) -> World:
    """Build the wheel and install it, with what it and the tests need from the locks."""
    world = World(folder)
    folder.chmod(0o755)
    for name in _TESTS:
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(_HERE.with_name(name), folder / "tests" / name, ignore=ignore)
    lock = folder / "runner.lock"
    lock.write_text(_runner_lock((_ROOT / "requirements" / "dev.lock").read_text()))
    _run(interpreter, "-m", "venv", "--without-pip", str(folder / "environment"))
    _python("hatchling", "build", "--target", "wheel", "--directory", str(folder))
    python = str(folder / "environment" / "bin" / "python")
    pip = ["pip", "--disable-pip-version-check", "--quiet", "--python", python, "install"]
    requirements = str(_ROOT / "requirements" / "run.lock")
    _python(*pip, "--require-hashes", "--requirement", requirements)
    _python(*pip, "--require-hashes", "--no-deps", "--requirement", str(lock))
    _python(*pip, "--no-deps", str(next(folder.glob("tracegrade-*.whl"))))
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    return world


def _runner_lock(lock: str) -> str:
    """The lines of a lock that are about pytest and what it needs: a name, and then its hashes."""
    kept, wanted = [], False
    for line in lock.splitlines(keepends=True):
        if not line.startswith((" ", "#")):
            wanted = line.partition("==")[0] in _RUNNER
        kept += [line] * wanted
    return "".join(kept)


def _python(*arguments: str) -> None:
    _run(sys.executable, "-m", *arguments)


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
