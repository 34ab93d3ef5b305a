"""The runner without a sandbox: who runs where, over batches in memory."""

from __future__ import annotations

import pytest

from app.runner import unprotected
from app.runner.unprotected import UnprotectedRunner
from sandbox.protocol import Lane, Module, RunRequest, RunResult, RunStatus

REQUEST = RunRequest((Module("m", "code", "m.py"),), "f", {})


class Batch:
    """Gives the results it is made with, and notes what was asked."""

    results: tuple[RunResult, ...] = ()

    def __init__(self, lane: Lane) -> None:
        self.lane = lane
        self.asked: list[bool] = []
        self.closed = False

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        self.asked.append(alone)
        return self.results[len(self.asked) - 1]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Batch]:
    batches: list[Batch] = []

    def make(lane: Lane) -> Batch:
        batches.append(Batch(lane))
        return batches[-1]

    monkeypatch.setattr(unprotected, "UnprotectedBatch", make)
    return batches


def test_each_batch_is_a_learners_own(made: list[Batch]) -> None:
    runner = UnprotectedRunner()
    assert runner.batch() is not runner.batch()
    assert [batch.lane for batch in made] == [Lane.AUTHOR, Lane.LEARNER, Lane.LEARNER]


@pytest.mark.parametrize(
    ("first", "status", "asked"),
    [
        (True, RunStatus.EXCEPTION, [False]),
        (False, RunStatus.OK, [False]),
        (False, RunStatus.EXCEPTION, [False, True]),
    ],
)
def test_a_reference_that_fails_where_others_ran_is_asked_again_alone(
    made: list[Batch],
    monkeypatch: pytest.MonkeyPatch,
    first: bool,
    status: RunStatus,
    asked: list[bool],
) -> None:
    results = (RunResult(status, first=first), RunResult(RunStatus.OK, detail="alone"))
    monkeypatch.setattr(Batch, "results", results)
    result = UnprotectedRunner().author(REQUEST)
    assert made[0].asked == asked
    assert result is results[len(asked) - 1]


def test_closing_ends_the_authors_process(made: list[Batch]) -> None:
    UnprotectedRunner().close()
    assert made[0].closed
