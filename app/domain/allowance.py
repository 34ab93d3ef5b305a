"""What a whole submission may spend: limits are per test, and a worker's time is everybody's."""

from __future__ import annotations

from sandbox.protocol import RunResult, RunStatus

WALL_FACTOR = 3
"""All tests together may take this many times one test's wall limit."""

MOST_OUT_OF_TIME = 2
"""After so many tests that ran out of time, the others would only be waited for."""

LEAST_SECONDS = 0.1
"""Granted to each test even when the total is used up, so that exactly one runs out of it."""

_BY_THE_CLOCK = (RunStatus.WALL_LIMIT, RunStatus.IDLE)
_OUT_OF_TIME = (RunStatus.CPU_LIMIT, *_BY_THE_CLOCK)


class Allowance:
    """Counts the wall time of one submission's tests; ``wall_seconds`` is the limit of each."""

    def __init__(self, wall_seconds: float) -> None:
        self._each_seconds = wall_seconds
        self._total_seconds = self._left_seconds = WALL_FACTOR * wall_seconds
        self._out_of_time = 0
        self._overspent = False

    @property
    def wall_seconds(self) -> float:
        """What the next test may take."""
        return min(self._each_seconds, max(self._left_seconds, LEAST_SECONDS))

    def spend(self, result: RunResult) -> None:
        """Count a run that had ``wall_seconds``; one that the sandbox failed counts for nothing."""
        if result.status is RunStatus.SANDBOX_FAILED:
            return
        short = self.wall_seconds < self._each_seconds
        self._overspent = self._overspent or (short and result.status in _BY_THE_CLOCK)
        self._out_of_time += result.status in _OUT_OF_TIME
        self._left_seconds -= result.wall_ms / 1000

    @property
    def overspent(self) -> str | None:
        """What the test that ran out of the total is told, and not of its own limit; or None."""
        if not self._overspent:
            return None
        return (
            f"not finished when all tests together had run for {self._total_seconds:g} s, "
            "which is what a submission gets"
        )

    @property
    def refusal(self) -> str | None:
        """Why no further test is run, for the learner; None while they are."""
        if self._overspent:
            return f"not run: the tests before took {self._total_seconds:g} s together"
        if self._out_of_time >= MOST_OUT_OF_TIME:
            return "not run: two tests ran out of time"
        return None
