"""The worker process: put together, warmed up, run until told to stop."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from app import bootstrap
from app.domain.case import Case
from app.domain.problem import Problem
from app.domain.report import Report
from app.ports import Runner
from app.services.diagnose import Diagnoser
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers
from app.worker.grade import Grader, Judge, OnTest
from app.worker.loop import Worker
from sandbox.protocol import SandboxError

GRACE_SECONDS = 3.0
"""How long a test may go on after the signal to stop."""

log = logging.getLogger(__name__)


class StopSignal:
    """Set by a signal to end; on Windows that is SIGBREAK, since no other can be caught and sent.

    A plain flag: locks are not safe in a signal's handler.
    """

    def __init__(self) -> None:
        self._stopped = False
        stops = {signal.SIGTERM, signal.SIGINT}
        if sys.platform == "win32":
            stops.add(signal.SIGBREAK)
        for number in stops:
            signal.signal(number, self._handle)

    def __call__(self) -> bool:
        return self._stopped

    def _handle(self, _number: int, _frame: object) -> None:
        self._stopped = True


def run(*, ready: Callable[[], None]) -> None:
    """Grade until SIGTERM; call ``ready`` when it begins.

    This is the only worker of its data folder: every lease it finds is that of one which died
    under the same server.
    """
    stopping = StopSignal()
    settings = bootstrap.settings()
    # A verdict lost in a power cut is found again by grading again.
    database = bootstrap.database(settings, synchronous="NORMAL")
    runner = bootstrap.runner(settings)
    answers = bootstrap.answers(settings, runner)
    try:
        grader = Grader(
            database.queue,
            bootstrap.catalog(settings).get,
            _judge(runner, answers),
            Diagnoser(runner, answers).diagnose,
            runner.info,
            clock=_now,
            stopping=stopping,
        )
        recovered = database.queue.recover_all(count=True)
        if recovered:
            log.info("queued again, left by the last worker: %d", recovered)
        worker = Worker(
            _worker_id(),
            database.queue,
            database.wake,
            grader.grade,
            slots=settings.workers,
            clock=_now,
            stopping=stopping,
        )
        _warm_up(runner)
        ready()
        worker.run(grace_seconds=GRACE_SECONDS)
    finally:
        runner.close()
        database.engine.dispose()


def _judge(runner: Runner, answers: ReferenceAnswers) -> Judge:
    def judged(problem: Problem, source: str, cases: Sequence[Case], on_test: OnTest) -> Report:
        return judge(
            problem,
            source,
            cases,
            runner=runner,
            answers=answers,
            clock=time.monotonic,
            on_test=on_test,
        )

    return judged


def _warm_up(runner: Runner) -> None:
    """Start the sandbox before the first learner waits for it.

    Without one the site still serves, and submissions end as the grader's failure, at no cost.
    """
    try:
        log.info("sandbox: tier %s", runner.info().tier.value)
    except SandboxError as error:
        log.error("nothing can be graded, there is no sandbox: %s", error)
        log.error("ask the command: tracegrade sandbox doctor")


def _worker_id() -> str:
    return f"{socket.gethostname()[:32]}:{os.getpid()}"


def _now() -> datetime:
    return datetime.now(UTC)
