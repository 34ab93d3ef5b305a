"""The same tests once more as a user without any privilege, when the tests run as root."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

UID = 12345
ROOT = Path(__file__).parents[3]
HERE = Path(__file__).parent
NEEDED = "numpy numpy.libs pytest _pytest py.py pluggy iniconfig packaging pygments".split()

pytestmark = pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user")


def site_directory() -> Path:
    spec = importlib.util.find_spec("numpy")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parents[1]


@pytest.fixture(scope="module")
def world() -> Iterator[Path]:
    """A copy of what the tests need, in a place where anybody can read it."""
    ignore = shutil.ignore_patterns("*.pyi")
    with tempfile.TemporaryDirectory() as directory:
        world = Path(directory)
        for name in NEEDED:
            if (source := site_directory() / name).is_dir():
                shutil.copytree(source, world / name, ignore=ignore)
            elif source.exists():
                shutil.copy(source, world / name)
        shutil.copytree(ROOT / "sandbox", world / "sandbox", ignore=ignore)
        shutil.copytree(HERE, world / "sandbox_tests", ignore=ignore)
        subprocess.run(["chmod", "-R", "a+rX", world], check=True)
        yield world


@pytest.fixture(scope="module")
def python(world: Path) -> str:
    """An interpreter of this version that the ordinary user can start."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for candidate in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        if _run(world, [candidate, "-c", "import numpy, pytest"]) == 0:
            return candidate
    reason = f"user {UID} can start no {name} here: {sys.executable} is in a private directory"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _run(world: Path, command: list[str], output: Path | None = None) -> int:
    environment = {"PYTHONPATH": str(world), "CI": os.environ.get("CI", ""), "HOME": str(world)}
    try:
        with (output or Path(os.devnull)).open("wb") as sink:
            return subprocess.run(
                command,
                env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
                cwd=world,
                user=UID,
                group=UID,
                extra_groups=[],
                stdout=sink,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
    except OSError:
        return 126


def test_as_an_ordinary_user(world: Path, python: str, tmp_path: Path) -> None:
    options = ["-q", "-p", "no:cacheprovider", "--import-mode=importlib", "-W", "error"]
    options += ["-k", "not noopen and not without_walls"]
    output = tmp_path / "output"
    code = _run(world, [python, "-m", "pytest", *options, "sandbox_tests"], output)
    report = output.read_text(errors="replace")
    assert code == 0, report
    assert "passed" in report
