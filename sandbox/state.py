"""What a run may leave changed in its process, put back before the next run of the same batch.

This is for honest code: a seed set, warnings silenced, a print option left on.  It is no wall:
code that means to leave something behind can, and then finds it in its own process alone.
"""

from __future__ import annotations

import contextvars
import gc
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

_Result = TypeVar("_Result")

_NAMES_KEPT = """
    builtins math numpy numpy.linalg numpy.random random sys warnings
""".split()
"""Modules whose own names are put back: those that honest code may change."""


class State:
    """As it was when this was made: in the zygote, so that it costs a child nothing."""

    def __init__(self) -> None:
        self._modules = dict(sys.modules)
        kept = [vars(sys.modules[name]) for name in _NAMES_KEPT if name in sys.modules]
        self._names = [(names, dict(names)) for names in kept]
        searched: tuple[list[Any], ...] = (sys.path, sys.meta_path, sys.path_hooks)
        self._lists = [(items, list(items)) for items in searched]
        self._filters = list(warnings.filters)
        self._recursion_limit = sys.getrecursionlimit()
        self._collected_at = gc.get_threshold()
        self._error_state = np.geterr()
        self._buffer_size = np.getbufsize()
        self._print_options: dict[str, Any] = dict(np.get_printoptions())
        self._bit_generator = np.random.get_bit_generator()  # type: ignore[attr-defined]

    def restore(self) -> None:
        """Put all back.  Raises whatever objects that were left raise when they are touched."""
        sys.settrace(None)
        sys.setprofile(None)
        for names, kept in (*self._names, (sys.modules, self._modules)):
            if names != kept:
                _put_back(names, kept)
        for items, kept_items in self._lists:
            items[:] = kept_items
        os.environ.clear()
        sys.setrecursionlimit(self._recursion_limit)
        gc.callbacks.clear()
        gc.enable()
        gc.set_threshold(*self._collected_at)
        warnings.resetwarnings()
        warnings.filters[:] = self._filters  # type: ignore[index]
        self._restore_numpy()

    def _restore_numpy(self) -> None:
        np.seterr(**self._error_state)
        np.seterrcall(None)
        np.setbufsize(self._buffer_size)
        np.set_printoptions(**self._print_options)
        np.random.set_bit_generator(self._bit_generator)  # type: ignore[attr-defined]


def isolated(function: Callable[[], _Result]) -> _Result:
    """Call ``function`` so that the context variables it sets end with it: the context of
    ``decimal``, and NumPy's error state and print options.
    """
    return contextvars.copy_context().run(function)


def _put_back(names: dict[str, Any], kept: dict[str, Any]) -> None:
    for name in names.keys() - kept.keys():
        del names[name]
    names.update(kept)
