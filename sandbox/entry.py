"""Where a zygote's interpreter starts: ``python -I -S entry.py DESCRIPTOR PACKAGES``, the control
socket and the directory that holds the runtime's packages.

Run as a file, with ``sys.path`` holding the standard library alone, so that nothing else that is
installed beside this package can be imported on either side of the walls.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from types import ModuleType

_FAILED = b"x"
"""``control.Kind.FAILED``, for when not even ``control`` can be imported."""


def load_package(name: str, directory: str) -> ModuleType:
    """Import package ``name`` from ``directory/name`` without making its neighbours importable."""
    path = os.path.join(directory, name)
    spec = importlib.util.spec_from_file_location(
        name, os.path.join(path, "__init__.py"), submodule_search_locations=[path]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no package {name} in {directory}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _start() -> None:
    descriptor, packages_directory = int(sys.argv[1]), sys.argv[2]
    own_directory = os.path.dirname(os.path.abspath(__file__))
    try:
        load_package("numpy", packages_directory)
        load_package("sandbox", os.path.dirname(own_directory))
        from sandbox import zygote
    except Exception as error:
        os.write(descriptor, _FAILED + f"{type(error).__name__}: {error}".encode())
        raise SystemExit(1) from error
    zygote.main(descriptor, packages_directory)


if __name__ == "__main__":
    _start()
