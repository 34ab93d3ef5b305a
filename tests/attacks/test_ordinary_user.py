"""Every attack and cheat once more as a user without any privilege, when the tests run as root."""

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

from sandbox.protocol import Tier

UID = 12345
HERE = Path(__file__).parent
NEEDED = """
    numpy numpy.libs pytest _pytest py.py pluggy iniconfig packaging pygments sandbox app
    pydantic pydantic_core annotated_types typing_extensions.py typing_inspection yaml
""".split()
TESTS = ("attacks", "builders", "fakes")
OPTIONS = "-q -p no:cacheprovider --import-mode=importlib -W error -o xfail_strict=true".split()

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(os.getuid() != 0, reason="only root can become another user"),
]


def place_of(name: str) -> Path | None:
    """Where a package, or what lies beside NumPy, is installed."""
    package = name.removesuffix(".py")
    spec = importlib.util.find_spec(package if package.isidentifier() else "numpy")
    if spec is None or spec.origin is None:
        return None
    origin = Path(spec.origin)
    if not package.isidentifier():
        return origin.parents[1] / name
    return origin.parent if origin.name == "__init__.py" else origin


@pytest.fixture(scope="module")
def world() -> Iterator[Path]:
    """A copy of what the tests need, in a place where anybody can read it."""
    ignore = shutil.ignore_patterns("*.pyi", "__pycache__", "node_modules")
    with tempfile.TemporaryDirectory() as directory:
        world = Path(directory)
        places = {name: place_of(name) for name in NEEDED}
        places |= {f"tests/{name}": HERE.with_name(name) for name in TESTS}
        for name, source in places.items():
            if source is not None and source.is_dir():
                shutil.copytree(source, world / name, ignore=ignore)
            elif source is not None and source.exists():
                shutil.copy(source, world / source.name)
        subprocess.run(["chmod", "-R", "a+rX", world], check=True)
        yield world


@pytest.fixture(scope="module")
def python(world: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """An interpreter of this version that the ordinary user can start."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    output = tmp_path_factory.mktemp("python") / "output"
    for candidate in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
        try:
            if _start(world, [candidate, "-c", "import numpy, pytest"], output).wait() == 0:
                return candidate
        except OSError:
            continue
    reason = f"user {UID} can start no {name} here: {sys.executable} is in a private directory"
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def _start(world: Path, command: list[str], output: Path) -> subprocess.Popen[bytes]:
    environment = {"PYTHONPATH": str(world), "CI": os.environ.get("CI", ""), "HOME": str(world)}
    with output.open("wb") as sink:
        return subprocess.Popen(
            command,
            env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
            cwd=world,
            user=UID,
            group=UID,
            extra_groups=[],
            stdout=sink,
            stderr=subprocess.STDOUT,
        )


def test_as_an_ordinary_user(world: Path, python: str, tmp_path: Path) -> None:
    """All tiers at once: much of the time is waiting."""
    files = [f"tests/attacks/test_{name}.py" for name in ("attacks", "cheats")]
    running = {
        tier: _start(
            world,
            [python, "-m", "pytest", *OPTIONS, "-k", f"{tier} and not careless", *files],
            tmp_path / tier,
        )
        for tier in Tier
    }
    codes = {tier: process.wait() for tier, process in running.items()}
    reports = {tier: (tmp_path / tier).read_text(errors="replace") for tier in Tier}
    assert codes == dict.fromkeys(Tier, 0), "\n".join(reports.values())
    assert all(" passed" in report for report in reports.values())
