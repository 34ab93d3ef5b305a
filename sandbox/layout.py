"""What of the file system a child sees: the standard library and the runtime's packages, one by
one.

Never site-packages as a whole: the reference, the problems and their solutions may be installed
there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from sandbox.confine.root import Bind

RUNTIME_DIRECTORY = "/runtime"
RUNTIME_PACKAGES = ("numpy", "numpy.libs")
_FOREIGN = frozenset({"site-packages", "dist-packages"})


@dataclass(frozen=True, slots=True)
class Layout:
    """Directories of the standard library, in the order of ``sys.path``, and where the packages
    are.
    """

    standard_library: tuple[str, ...]
    packages_directory: str

    @classmethod
    def of_this_interpreter(cls, packages_directory: str) -> Layout:
        """For an interpreter started with ``-I -S``, so that ``sys.path`` is the standard library
        alone.
        """
        return cls(tuple(path for path in sys.path if os.path.isdir(path)), packages_directory)

    def packages(self) -> Iterator[str]:
        for name in RUNTIME_PACKAGES:
            path = os.path.join(self.packages_directory, name)
            if os.path.isdir(path):
                yield path

    def binds(self) -> list[Bind]:
        """What the new root shows and where: the standard library where it was, packages apart."""
        roots = [path for path in self.standard_library if not self._is_inside_another(path)]
        packages = [
            Bind(path, f"{RUNTIME_DIRECTORY}/{os.path.basename(path)}") for path in self.packages()
        ]
        return [*(Bind(path, path) for path in roots), *packages]

    def masked(self) -> list[str]:
        """Directories inside the standard library that hold packages of others."""
        found = (os.path.join(path, name) for path in self.standard_library for name in _FOREIGN)
        return [path for path in found if os.path.isdir(path) and not os.path.islink(path)]

    def readable_in_new_root(self) -> list[str]:
        return [bind.target for bind in self.binds()]

    def readable_in_place(self) -> list[str]:
        """Every entry of the standard library but foreign ones: Landlock can grant, but not take
        away.
        """
        entries = (entry for path in self.standard_library for entry in os.scandir(path))
        own = [
            entry.path for entry in entries if entry.name not in _FOREIGN and not entry.is_symlink()
        ]
        return [*own, *self.packages()]

    def _is_inside_another(self, path: str) -> bool:
        return any(path.startswith(other + "/") for other in self.standard_library)
