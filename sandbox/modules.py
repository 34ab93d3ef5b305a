"""Submitted sources as modules of the child: in ``sys.modules`` under their names, able to import
each other.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterable
from functools import cache
from types import CodeType, ModuleType

from sandbox.protocol import Module


@cache
def compile_module(module: Module) -> CodeType:
    """Raises what ``compile`` raises.  A later traceback can quote the source without reading a
    file.

    Compiled once in a process: the runs of a batch share the code, which cannot be changed.
    """
    lines = module.source.splitlines(keepends=True)
    linecache.cache[module.filename] = (len(module.source), None, lines, module.filename)
    return compile(module.source, module.filename, "exec", dont_inherit=True)


def execute_module(module: Module, code: CodeType, among: Iterable[Module]) -> ModuleType:
    """Run ``code`` as ``module``; it is a package when another of ``among`` lies in it."""
    created = ModuleType(module.name)
    created.__file__ = module.filename
    parent, _, own_name = module.name.rpartition(".")
    is_package = any(other.name.startswith(module.name + ".") for other in among)
    created.__package__ = module.name if is_package else parent
    if is_package:
        created.__path__ = []
    sys.modules[module.name] = created
    exec(code, vars(created))
    if parent in sys.modules:
        setattr(sys.modules[parent], own_name, created)
    return created
