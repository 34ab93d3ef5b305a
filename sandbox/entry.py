"""Where a zygote's interpreter starts: executed with the arguments ENTRY DESCRIPTOR PACKAGES, this
file, the control socket and the directory that holds the runtime's packages.

``sys.path`` holds the standard library alone, so that nothing else that is installed beside this
package can be imported on either side of the walls.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

_FAILED = b"x"
"""``control.Kind.FAILED``, for when not even ``control`` can be imported."""

_SHOWN = {"sandbox": "sandbox", "numpy": "/runtime/numpy"}
"""How the files of a package are called where code behind the walls could read it."""


class NeutralLoader(SourceFileLoader):
    """Loads a module whose code names its file as in ``_SHOWN``: nothing of this machine."""

    def get_code(self, fullname: str) -> CodeType | None:
        code = super().get_code(fullname)
        top, *rest = fullname.split(".")
        if code is None or top not in _SHOWN:
            return code
        last = ["__init__"] if self.is_package(fullname) else []
        return _renamed(code, "/".join([_SHOWN[top], *rest, *last]) + ".py")


def _renamed(code: CodeType, filename: str) -> CodeType:
    """``code`` and all code in it, as if compiled from ``filename``."""
    inner = (
        _renamed(part, filename) if isinstance(part, CodeType) else part for part in code.co_consts
    )
    return code.replace(co_filename=filename, co_consts=tuple(inner))


class NeutralFinder:
    """Finds the modules of our packages as usual, and lets ``NeutralLoader`` load them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in _SHOWN:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and type(spec.loader) is SourceFileLoader:
            spec.loader = NeutralLoader(name, spec.loader.path)
        return spec


def load_package(name: str, directory: str) -> ModuleType:
    """Import package ``name`` from ``directory/name`` without making its neighbours importable."""
    path = os.path.join(directory, name)
    first = os.path.join(path, "__init__.py")
    spec = importlib.util.spec_from_file_location(
        name, first, loader=NeutralLoader(name, first), submodule_search_locations=[path]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package {name} in {directory}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load(own_directory: str, packages_directory: str) -> None:
    """This package and NumPy, importable without what is installed beside them."""
    # First, before a module of the runtime takes note of it.
    vars(sys).update(executable="", _base_executable="")
    sys.meta_path.insert(0, NeutralFinder())
    load_package("numpy", packages_directory)
    load_package("sandbox", os.path.dirname(own_directory))


def _start() -> None:
    """Without local names for the directories: what code behind the walls runs is called by this
    frame, and could read them.
    """
    try:
        load(os.path.dirname(sys.argv[1]), sys.argv[3])
        from sandbox import zygote
    except Exception as error:
        os.write(int(sys.argv[2]), _FAILED + f"{type(error).__name__}: {error}".encode())
        # What the client says first: a socket closed with that unread loses what was written to it.
        os.read(int(sys.argv[2]), 1)
        raise SystemExit(1) from error
    zygote.main(int(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    _start()
