"""The ways to run one submission that are compared, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from benchmarks.works import Work
from sandbox.protocol import Tier, Value

BASELINE = "unprotected fork"
YARDSTICK = "yardstick"
BWRAP = "python + bwrap"
FULL = Tier.NAMESPACES.value

COLD = ("import numpy", "python", BWRAP)
WARM = ("compute", YARDSTICK, BASELINE, *(tier.value for tier in Tier))


class Unavailable(Exception):
    """This variant cannot be had on this machine; the message says why."""


class Variant(Protocol):
    """One way to run submissions, open until closed."""

    def run(self, work: Work, tests: int) -> list[Value]:
        """What ``work`` returns in each of its first ``tests`` tests."""

    def close(self) -> None:
        """End what is left of it."""


def open_variant(name: str, parallel: int) -> Variant:
    """Ready for ``parallel`` runs at a time.  Raises ``Unavailable``.

    A process opens one variant alone and imports only what that one needs: the size of a process is
    part of what its forks cost.
    """
    return _OPENERS[name](name, parallel)


def _cold(name: str, parallel: int) -> Variant:
    from benchmarks import cold

    if name == "import numpy":
        return cold.Import()
    return cold.Bwrap() if name == BWRAP else cold.Python()


def _forked(name: str, parallel: int) -> Variant:
    from benchmarks import forked

    return forked.Compute() if name == "compute" else forked.Yardstick()


def _pooled(name: str, parallel: int) -> Variant:
    from benchmarks import pooled

    return pooled.Unprotected(parallel) if name == BASELINE else pooled.Walled(Tier(name), parallel)


_OPENERS: dict[str, Callable[[str, int], Variant]] = {
    **dict.fromkeys(COLD, _cold),
    **dict.fromkeys(("compute", YARDSTICK), _forked),
    **dict.fromkeys((BASELINE, *(tier.value for tier in Tier)), _pooled),
}
