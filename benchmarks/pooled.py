"""The sandbox as the worker uses it, in one tier; and the same with walls that do nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path

from benchmarks.variants import Unavailable
from benchmarks.works import Work
from sandbox import launch
from sandbox.pool import Pool
from sandbox.protocol import (
    Lane,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    SandboxUnavailable,
    Tier,
    Value,
)

_WITHOUT_WALLS = Path(__file__).with_name("without_walls.py")


class Walled:
    """A pool of one tier."""

    def __init__(self, tier: Tier, parallel: int) -> None:
        self.pool = Pool(Lane.LEARNER, parallel, tiers=(tier,))
        try:
            _ = self.pool.info
        except SandboxUnavailable as error:
            raise Unavailable(str(error).splitlines()[1]) from None

    def run(
        self, work: Work, tests: int, at_end: Callable[[], object] | None = None
    ) -> list[Value]:
        """As a worker judges a submission.  ``at_end`` is called before the child is dismissed."""
        with self.pool.batch() as batch:
            requests = [_request(work, arguments) for arguments in work.cases[:tests]]
            pairs = zip_longest(requests, requests[1:])
            results = [_value(batch.run(request, then=then)) for request, then in pairs]
            if at_end is not None:
                at_end()
            return results

    def close(self) -> None:
        self.pool.close()


class Unprotected(Walled):
    """Every zygote that this process starts from here on has no walls: not for a process that does
    anything else.
    """

    def __init__(self, parallel: int) -> None:
        # The name is the product's own: without it there would be nothing to replace.
        assert launch._PROGRAM
        launch._PROGRAM = _WITHOUT_WALLS.read_text(encoding="utf-8")
        super().__init__(Tier.FLAT, parallel)


def _request(work: Work, arguments: dict[str, Value]) -> RunRequest:
    module = Module("submission", work.source, f"{work.function}.py")
    return RunRequest((module,), work.function, arguments)


def _value(result: RunResult) -> Value:
    if result.status is not RunStatus.OK or result.returned is None:
        raise Unavailable(f"a run ended as {result.status.value} {result.detail}")
    return result.returned.value
