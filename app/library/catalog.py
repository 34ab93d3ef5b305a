"""The problems at hand: those that come with Tracegrade, and those that were added."""

from __future__ import annotations

import difflib
import os
import threading
from dataclasses import dataclass
from pathlib import Path

from app.domain.problem import Problem
from app.errors import TracegradeError
from app.library.faults import Fault, PackageInvalid
from app.library.package import SPECIFICATION, load_package

TRACKS = "tracks"
"""The folder beside the packages that holds the tracks."""

_READ = ("", "submissions", "submissions/accepted", "submissions/rejected")

Stamp = tuple[tuple[str, int, int], ...]
"""Path, time of change in nanoseconds and size of every file that a package is made of."""

LISTED = "`tracegrade problem list` prints their names"


class ProblemUnknown(TracegradeError):
    """There is no problem of this name; ``near`` holds the names that look like it."""

    def __init__(self, slug: str, near: tuple[str, ...]) -> None:
        advice = f"did you mean {' or '.join(near)}?" if near else LISTED
        super().__init__(f"there is no problem {slug!r}", advice)
        self.slug, self.near = slug, near


@dataclass(frozen=True, slots=True)
class _Package:
    """A package as last read; ``problem`` is None when it has faults."""

    stamp: Stamp
    problem: Problem | None
    faults: tuple[Fault, ...]


class Catalog:
    """Finds, reads and remembers packages; safe to use from several threads.

    ``shipped`` and ``references`` are read-only folders of the installation, ``added`` is that
    of the problems added here.  A package is read again only when one of its files has changed.  A
    package with faults hides no other one.
    """

    def __init__(self, shipped: Path, references: Path, added: Path | None) -> None:
        self._shipped, self._references, self._added = shipped, references, added
        self._read: dict[Path, _Package] = {}
        self._lock = threading.Lock()

    def problems(self) -> tuple[Problem, ...]:
        """Every problem without faults, by slug."""
        found = (self._package(folder).problem for folder in self._folders().values())
        return tuple(problem for problem in found if problem is not None)

    def get(self, slug: str) -> Problem:
        """The problem of this slug.  Raises ProblemUnknown or PackageInvalid."""
        folders = self._folders()
        if slug not in folders:
            raise ProblemUnknown(slug, tuple(difflib.get_close_matches(slug, folders)))
        return self._valid(folders[slug])

    def faults(self) -> dict[str, tuple[Fault, ...]]:
        """What is wrong with the packages that have faults, by the names of their folders."""
        found = {name: self._package(folder).faults for name, folder in self._folders().items()}
        for name in _packages(self._shipped).keys() & _packages(self._added).keys():
            message = f"{name} is a problem that comes with Tracegrade"
            taken = Fault(SPECIFICATION, None, "id", message, "choose another id and folder name")
            found[name] = (*found[name], taken)
        return {name: faults for name, faults in found.items() if faults}

    def open(self, slug_or_folder: str) -> Problem:
        """For the command line: a slug, or the path of a folder; a slug goes first.

        Raises ProblemUnknown or PackageInvalid.
        """
        if slug_or_folder in self._folders():
            return self.get(slug_or_folder)
        folder = Path(slug_or_folder)
        if folder.is_dir() or len(folder.parts) > 1:
            return self._valid(folder.resolve())
        return self.get(slug_or_folder)

    def _folders(self) -> dict[str, Path]:
        """The folder of every slug, sorted; a shipped problem is never replaced by an added one."""
        return dict(sorted({**_packages(self._added), **_packages(self._shipped)}.items()))

    def _valid(self, folder: Path) -> Problem:
        package = self._package(folder)
        if package.problem is None:
            raise PackageInvalid(package.faults)
        return package.problem

    def _package(self, folder: Path) -> _Package:
        """The package as it is now, read again if a file has changed since."""
        stamp = (*_stamp(folder), *_stamp(self._references))
        with self._lock:
            known = self._read.get(folder)
            if known is None or known.stamp != stamp:
                known = self._read[folder] = self._load(folder, stamp)
            return known

    def _load(self, folder: Path, stamp: Stamp) -> _Package:
        shipped = folder.resolve().is_relative_to(self._shipped.resolve())
        try:
            problem = load_package(folder, shipped=shipped, references=self._references)
        except PackageInvalid as invalid:
            return _Package(stamp, None, invalid.faults)
        return _Package(stamp, problem, ())


def _packages(parent: Path | None) -> dict[str, Path]:
    """The packages in a folder: every folder in it but hidden ones and the tracks."""
    if parent is None or not parent.is_dir():
        return {}
    folders = (path for path in parent.iterdir() if path.is_dir() and path.name != TRACKS)
    return {path.name: path for path in folders if path.name[0] not in "._"}


def _stamp(folder: Path) -> Stamp:
    """Only the folders that a package is read from are looked at, whatever else lies there."""
    return tuple(entry for part in _READ for entry in _entries(folder, part))


def _entries(folder: Path, part: str) -> list[tuple[str, int, int]]:
    try:
        with os.scandir(folder / part) as entries:
            return sorted(_entry(entry, part) for entry in entries)
    except OSError:
        return []


def _entry(entry: os.DirEntry[str], part: str) -> tuple[str, int, int]:
    """A link is stamped as what it leads to; one that leads nowhere has no time."""
    try:
        status = entry.stat()
    except OSError:
        return (f"{part}/{entry.name}", 0, 0)
    return (f"{part}/{entry.name}", status.st_mtime_ns, status.st_size)
