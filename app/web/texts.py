"""Rendered texts of problems, kept for as long as the package does not change."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from app.domain.problem import Problem

T = TypeVar("T")


class PerContent(Generic[T]):
    """Remembers what was made of a problem by its ``content_hash``; the oldest are dropped."""

    def __init__(self, make: Callable[[Problem], T], *, size: int = 256) -> None:
        self._make = make
        self._size = size
        self._made: OrderedDict[str, T] = OrderedDict()
        self._lock = Lock()

    def __call__(self, problem: Problem) -> T:
        with self._lock:
            if problem.content_hash in self._made:
                self._made.move_to_end(problem.content_hash)
                return self._made[problem.content_hash]
        made = self._make(problem)
        with self._lock:
            self._made[problem.content_hash] = made
            while len(self._made) > self._size:
                self._made.popitem(last=False)
        return made
