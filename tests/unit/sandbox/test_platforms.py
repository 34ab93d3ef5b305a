"""What the trusted side imports can be imported where there is no Linux.

The other systems are faked (``tests/fakes/other_system.py``): none of this has run on them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import sandbox
from tests.fakes.other_system import environment

ROOT = Path(sandbox.__file__).parents[1]

SYSTEMS = ("darwin", "win32")

BEHIND_THE_WALLS = {
    "darwin": set(),
    "win32": {
        f"sandbox.{module}"
        for module in "child confine.descriptors confine.rlimits walls zygote".split()
    },
}
"""What needs Linux to be imported: it runs in the sandbox's own processes alone."""

IMPORT_ALL = """
import importlib, sys
for name in sys.stdin.read().split():
    try:
        importlib.import_module(name)
    except (AttributeError, ImportError) as error:
        print(name, type(error).__name__, error, sep="|")
"""

POOL = """
import sandbox.doctor, sandbox.pool
from sandbox.protocol import Lane, SandboxUnavailable
try:
    sandbox.pool.Pool(Lane.LEARNER).info
except SandboxUnavailable as error:
    print(error)
report = sandbox.doctor.probe()
print(report.ok, report.tier, len(report.rows), report.rows[0].remedy)
"""


def run(program: str, platform: str, folder: Path, text: str = "") -> str:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path.append({str(ROOT)!r})\n{program}"],
        env=os.environ | environment(folder, platform),
        cwd=folder,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def _modules() -> list[str]:
    paths = [path for top in ("app", "sandbox") for path in (ROOT / top).rglob("*.py")]
    names = (".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths)
    # Alembic runs the migrations itself, inside a migration; __main__ is the command.
    return [
        name.removesuffix(".__init__")
        for name in names
        if "migrations" not in name and not name.endswith("__main__")
    ]


@pytest.mark.parametrize("platform", SYSTEMS)
def test_every_module_of_a_trusted_process_can_be_imported(platform: str, tmp_path: Path) -> None:
    modules = _modules()
    assert len(modules) > 150
    lines = run(IMPORT_ALL, platform, tmp_path, "\n".join(modules)).splitlines()
    failed = {line.partition("|")[0]: line for line in lines}
    assert {failed[name] for name in failed.keys() - BEHIND_THE_WALLS[platform]} == set()


@pytest.mark.parametrize(
    ("platform", "line", "fails"),
    [
        ("win32", "import fcntl", True),
        ("darwin", "import fcntl", False),
        ("win32", "import os; os.fork", True),
        ("darwin", "import os; os.fork", False),
        ("darwin", "from os import pidfd_open", True),
        ("win32", "import signal; signal.SIGKILL", True),
        ("win32", "import sys; assert sys.platform == 'win32'", False),
    ],
)
def test_the_fake_lacks_what_it_should(
    platform: str, line: str, fails: bool, tmp_path: Path
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__init__.py").write_text(line, encoding="utf-8")
    program = """
sys.path.insert(0, "")
try:
    import app
except (AttributeError, ImportError):
    print("lacking")
"""
    assert (run(program, platform, tmp_path) == "lacking\n") is fails


@pytest.mark.parametrize("platform", SYSTEMS)
def test_without_linux_the_sandbox_says_what_to_do(platform: str, tmp_path: Path) -> None:
    lines = run(POOL, platform, tmp_path).splitlines()
    assert "Docker" in lines[1]
    assert lines[-1].startswith("False None 1")
    assert "Docker" in lines[-1]
