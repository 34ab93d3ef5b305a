"""The runtime that a zygote loads: its packages, what its floats depend on, where it finds the rest
later.
"""

from __future__ import annotations

import ctypes
import glob
import hashlib
import importlib
import os
import platform
import sys
from collections.abc import Iterable
from importlib.machinery import PathFinder
from types import ModuleType

import numpy as np

from sandbox.layout import RUNTIME_DIRECTORY, Layout

_OPENBLAS_CORE_NAMES = tuple(
    prefix + "openblas_get_corename" + suffix for prefix in ("scipy_", "") for suffix in ("64_", "")
)


def load(modules: Iterable[str]) -> None:
    """Import ``modules``; touch BLAS once, so that its buffers are not of a run's memory."""
    for name in modules:
        importlib.import_module(name)
    square = np.ones((8, 8))
    np.linalg.inv(square @ square + 8 * np.eye(8))


def cpu_kernel(packages_directory: str) -> str:
    """Short text that is the same where float results are: architecture, BLAS kernels, NumPy's SIMD
    level.
    """
    features = importlib.import_module("numpy._core._multiarray_umath").__cpu_features__
    enabled = ",".join(sorted(name for name, present in features.items() if present))
    digest = hashlib.sha256(enabled.encode()).hexdigest()[:8]
    return f"{platform.machine()}/{_openblas_core(packages_directory)}/{digest}"


def _openblas_core(packages_directory: str) -> str:
    """Name of the kernels that OpenBLAS chose, "unknown" for another BLAS."""
    for path in glob.glob(os.path.join(packages_directory, "numpy.libs", "*openblas*")):
        library = ctypes.CDLL(path)
        for name in _OPENBLAS_CORE_NAMES:
            if hasattr(library, name):
                function = getattr(library, name)
                function.restype = ctypes.c_char_p
                return str((function() or b"unknown").decode("ascii", "replace"))
    return "unknown"


def thread_count() -> int:
    """Of this process.  Raises ``OSError`` without /proc."""
    return len(os.listdir("/proc/self/task"))


def relocate(layout: Layout) -> None:
    """Let what is imported behind the new root be found where it is there."""
    for path in layout.packages:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == os.path.basename(path):
                _relocate_module(module, os.path.dirname(path))
    sys.path.append(RUNTIME_DIRECTORY)
    sys.path_importer_cache.clear()


def _relocate_module(module: ModuleType, old: str) -> None:
    """Say of a module that lay in the directory ``old`` where it lies now."""
    if hasattr(module, "__path__"):
        module.__path__[:] = [_relocated(path, old) for path in module.__path__]
    spec = module.__spec__
    for holder, names in (
        (module, ("__file__", "__cached__")),
        (spec, ("origin", "cached")),
        (spec and spec.loader, ("path",)),
    ):
        for name in names:
            path = getattr(holder, name, None)
            if isinstance(path, str):
                setattr(holder, name, _relocated(path, old))


def _relocated(path: str, old: str) -> str:
    return RUNTIME_DIRECTORY + path.removeprefix(old) if path.startswith(old) else path


def fill_import_caches(layout: Layout) -> None:
    """List directories while that is allowed: in place, Landlock lets a child read but not list."""
    for path in layout.standard_library:
        PathFinder.find_spec("no_such_module", [path])


def forget_origin() -> None:
    """Leave nothing of the start for a run to find: arguments, environment, our own modules."""
    os.environ.clear()
    sys.argv[:] = [""]
    sys.orig_argv[:] = []
    sys.prefix, sys.exec_prefix = sys.base_prefix, sys.base_exec_prefix
    sys.meta_path[:] = [finder for finder in sys.meta_path if isinstance(finder, type)]
    own_directory = os.path.dirname(os.path.abspath(__file__))
    for path in [path for path in sys.path_importer_cache if path.startswith(own_directory)]:
        del sys.path_importer_cache[path]
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox"]:
        _forget_module(name)
    sys.modules["__main__"] = ModuleType("__main__")


def _forget_module(name: str) -> None:
    """Our code keeps its names, among which Python notes where they came from."""
    names = vars(sys.modules.pop(name))
    for origin in ("__file__", "__cached__", "__path__", "__spec__", "__loader__"):
        names.pop(origin, None)
