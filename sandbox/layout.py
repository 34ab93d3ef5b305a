"""What of the file system a child sees: the standard library and the runtime's packages, one by
one.

Never site-packages as a whole: the reference, the problems and their solutions may be installed
there.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

from sandbox.confine.root import Bind

RUNTIME_DIRECTORY = "/runtime"
RUNTIME_PACKAGES = ("numpy", "numpy.libs")
_FOREIGN = frozenset({"site-packages", "dist-packages"})


@dataclass(frozen=True, slots=True)
class Layout:
    """Directories as they are before any wall is up.

    ``standard_library`` is in the order of ``sys.path``; ``packages`` are the runtime's own.
    """

    standard_library: tuple[str, ...]
    packages: tuple[str, ...]

    @classmethod
    def of_this_interpreter(cls, packages_directory: str) -> Layout:
        """For an interpreter started with ``-I -S``: ``sys.path`` is the standard library alone."""
        packages = [os.path.join(packages_directory, name) for name in RUNTIME_PACKAGES]
        library, packages = (list(filter(os.path.isdir, paths)) for paths in (sys.path, packages))
        return cls(tuple(library), tuple(packages))

    def binds(self) -> list[Bind]:
        """What the new root shows and where: the standard library in place, packages apart."""
        targets = {path: path for path in self._roots()}
        targets |= {path: f"{RUNTIME_DIRECTORY}/{os.path.basename(path)}" for path in self.packages}
        return [Bind(source, target) for source, target in targets.items()]

    def masked(self) -> list[str]:
        """Directories inside the standard library that hold packages of others."""
        found = (os.path.join(path, name) for path in self.standard_library for name in _FOREIGN)
        return [path for path in found if os.path.isdir(path) and not os.path.islink(path)]

    def readable_in_new_root(self) -> list[str]:
        """All that the new root holds, but for its own directories on the way there."""
        return [*self._roots(), RUNTIME_DIRECTORY]

    def readable_in_place(self) -> list[str]:
        """The entries of the standard library but foreign ones: Landlock cannot take away."""
        entries = (entry for path in self.standard_library for entry in os.scandir(path))
        allowed = (e for e in entries if e.name not in _FOREIGN and not e.is_symlink())
        return [*(entry.path for entry in allowed), *self.packages]

    def _roots(self) -> list[str]:
        """The directories of the standard library that lie in no other."""
        inside = tuple(path + "/" for path in self.standard_library)
        return [path for path in self.standard_library if not path.startswith(inside)]
