"""What a run may leave changed in its process, put back before the next run of the same batch.

This is for honest code: a seed set, warnings silenced, a print option left on.  It is no wall:
code that means to leave something behind can, and then finds it in its own process alone.
"""

from __future__ import annotations

import contextvars
import gc
import operator
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from sandbox.streams import STREAMS, made, silence

_Result = TypeVar("_Result")

_NAMES_KEPT = """
    builtins math numpy numpy.linalg numpy.random random sys warnings
""".split()
"""Modules whose own names are put back: those that honest code may change."""


class State:
    """As it was when this was made: in the zygote, so that it costs a child nothing."""

    def __init__(self) -> None:
        kept = [vars(sys.modules[name]) for name in _NAMES_KEPT if name in sys.modules]
        self._names = [_Names(names) for names in (sys.modules, *kept)]
        searched: tuple[list[Any], ...] = (sys.path, sys.meta_path, sys.path_hooks)
        self._lists = [(items, list(items)) for items in searched]
        self._filters = list(warnings.filters)
        self._recursion_limit = sys.getrecursionlimit()
        self._collected_at = gc.get_threshold()
        self._error_state = np.geterr()
        self._buffer_size = np.getbufsize()
        self._print_options: dict[str, Any] = dict(np.get_printoptions())
        self._bit_generator = np.random.get_bit_generator()  # type: ignore[attr-defined]

    def look(self) -> Callable[[], None]:
        """What puts all back, and gives the next run streams of its own.

        Most of the work is to look for what has changed.  It is done here, before there is a next
        run that waits: nothing that the last one left is called, shown or freed by it.
        """
        sys.settrace(None)
        sys.setprofile(None)
        gc.disable()
        changed = [names for names in self._names if names.have_changed()]
        streams = made()

        def restore() -> None:
            silence()
            for names in changed:
                names.put_back()
            self._restore_interpreter()
            self._restore_numpy()
            vars(sys).update(streams)

        return restore

    def _restore_interpreter(self) -> None:
        for items, kept_items in self._lists:
            items[:] = kept_items
        os.environ.clear()
        sys.setrecursionlimit(self._recursion_limit)
        gc.callbacks.clear()
        gc.set_threshold(*self._collected_at)
        gc.enable()
        warnings.resetwarnings()
        warnings.filters[:] = self._filters  # type: ignore[index]

    def _restore_numpy(self) -> None:
        np.seterr(**self._error_state)
        np.seterrcall(None)
        np.setbufsize(self._buffer_size)
        if np.get_printoptions() != self._print_options:
            np.set_printoptions(**self._print_options)
        np.random.set_bit_generator(self._bit_generator)  # type: ignore[attr-defined]


class _Names:
    """Those of one module, but for the streams; or the modules themselves."""

    def __init__(self, names: dict[str, Any]) -> None:
        self._names = names
        self._others = STREAMS if names is vars(sys) else frozenset()
        self._kept = {name: names[name] for name in names if name not in self._others}
        self._order = list(self._kept.values())

    def have_changed(self) -> bool:
        """Identity alone is looked at: what stands there now may be anything's."""
        now = list(self._names.values())
        if self._others:
            now = [value for name, value in list(self._names.items()) if name not in self._others]
        return len(now) != len(self._order) or not all(map(operator.is_, now, self._order))

    def put_back(self) -> None:
        for name in self._names.keys() - self._kept.keys() - self._others:
            del self._names[name]
        self._names.update(self._kept)


def isolated(function: Callable[[], _Result]) -> _Result:
    """Call ``function`` so that the context variables it sets end with it: the context of
    ``decimal``, and NumPy's error state and print options.
    """
    return contextvars.copy_context().run(function)
