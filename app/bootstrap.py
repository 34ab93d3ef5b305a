"""The one place that chooses implementations."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

import app
from app.domain.problem import SourceFile
from app.library.catalog import Catalog
from app.live.database import DatabaseLive
from app.live.wake import Wake
from app.ports import Live, Queue, Runner
from app.queue.embedded import EmbeddedQueue
from app.runner.pooled import PooledRunner
from app.services.reference_answers import ReferenceAnswers
from app.settings import Settings
from app.store.changes import Changes
from app.store.engine import Synchronous, open_engine, session_factory
from app.store.expected_values import FileExpectedStore

ROOT = Path(app.__file__).parent.parent
"""Where the shipped folders lie beside this package, in a checkout as in an installed wheel."""

PROBLEMS = ROOT / "problems"
REFERENCES = ROOT / "reference"


def catalog(settings: Settings) -> Catalog:
    """The shipped problems and those added in the data folder."""
    return Catalog(PROBLEMS, REFERENCES, settings.data / "problems")


def runner(settings: Settings) -> Runner:
    """The sandbox; nothing is started before its first use.  The caller closes it."""
    return PooledRunner(settings.workers, settings.sandbox_require)


def answers(settings: Settings, runner: Runner) -> ReferenceAnswers:
    """What references answer, cached in the data folder."""
    source = (REFERENCES / "answers.py").read_text(encoding="utf-8")
    store = FileExpectedStore(settings.data / "cache" / "expected")
    return ReferenceAnswers(runner, store, SourceFile(name="reference.answers", source=source))


def engine(settings: Settings, *, synchronous: Synchronous = "FULL") -> Engine:
    """The database; nothing is opened before its first use.  The caller disposes of it."""
    return open_engine(settings.database_url, synchronous=synchronous)


def live(engine: Engine) -> Live:
    """News of submissions for the pages that watch them.  The caller closes it."""
    return DatabaseLive(engine, session_factory(engine))


def queue(engine: Engine) -> Queue:
    """Submissions waiting to be graded."""
    return EmbeddedQueue(session_factory(engine))


def wake(engine: Engine) -> Wake:
    """What a worker sleeps on."""
    return Wake(Changes(engine))
