"""The files of this checkout, as the house tests look at them."""

from __future__ import annotations

import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("app", "sandbox", "reference")


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that git tracks and that is there.  Needs a git checkout."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    paths = (ROOT / name for name in listing.stdout.split("\0") if name)
    return tuple(path for path in paths if path.is_file())


def python_sources(*folders: str) -> list[Path]:
    """The tracked modules below ``folders``, but for migrations and what learners hand in."""
    return [
        path
        for path in tracked()
        if path.suffix == ".py"
        and path.relative_to(ROOT).parts[0] in folders
        and not {"versions", "submissions"} & set(path.parts)
    ]


def name(path: Path) -> str:
    """``path`` below the root, for a test's message."""
    return path.relative_to(ROOT).as_posix()
