"""The one place that chooses implementations."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.orm import Session, sessionmaker

import app
from app.domain.problem import SourceFile
from app.library.catalog import Catalog
from app.live.database import DatabaseLive
from app.live.wake import Wake
from app.ports import Live, Queue, Runner
from app.queue.embedded import EmbeddedQueue
from app.runner.pooled import PooledRunner
from app.services.reference_answers import ReferenceAnswers
from app.settings import Settings, read_settings
from app.store.changes import Changes
from app.store.engine import Synchronous, open_engine, session_factory
from app.store.expected_values import FileExpectedStore

ROOT = Path(app.__file__).parent.parent
"""Where the shipped folders lie beside this package, in a checkout as in an installed wheel."""

_DIAGNOSIS = """
    diagnosis diagnosis.layouts diagnosis.recorded diagnosis.model diagnosis.spoilt diagnosis.search
    diagnosis.known diagnosis.relations diagnosis.whereabouts diagnosis.facts diagnosis.precision
    diagnosis.answer
""".split()
"""The modules of the search for a mistake, each after those it imports."""

PROBLEMS = ROOT / "problems"
REFERENCES = ROOT / "reference"


def catalog(settings: Settings) -> Catalog:
    """The shipped problems and those added in the data folder."""
    return Catalog(PROBLEMS, REFERENCES, settings.data / "problems")


def runner(settings: Settings) -> Runner:
    """The sandbox; nothing is started before its first use.  The caller closes it."""
    return PooledRunner(settings.workers, settings.sandbox_require)


def answers(settings: Settings, runner: Runner, *, walls: bool = True) -> ReferenceAnswers:
    """What references answer, cached in the data folder; apart where they run without ``walls``."""
    store = FileExpectedStore(settings.data / "cache" / ("expected" if walls else "unprotected"))
    diagnosis = tuple(_reference_file(name) for name in _DIAGNOSIS)
    return ReferenceAnswers(runner, store, _reference_file("answers"), diagnosis)


def _reference_file(name: str) -> SourceFile:
    path = REFERENCES.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return SourceFile(name=f"reference.{name}", source=path.read_text(encoding="utf-8"))


class Database:
    """The open database and what is built on it, each part made when it is first asked for."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @cached_property
    def sessions(self) -> sessionmaker[Session]:
        """Opens a short session, for one request or one job."""
        return session_factory(self.engine)

    @cached_property
    def live(self) -> Live:
        """News of submissions for the pages that watch them; who asked for it closes it."""
        return DatabaseLive(self.engine, self.sessions)

    @cached_property
    def queue(self) -> Queue:
        """Submissions waiting to be graded."""
        return EmbeddedQueue(self.sessions)

    @cached_property
    def wake(self) -> Wake:
        """What a worker sleeps on."""
        return Wake(Changes(self.engine))


def settings() -> Settings:
    """What the environment of this process says; raises SettingInvalid."""
    return read_settings(os.environ)


def database(settings: Settings, *, synchronous: Synchronous = "FULL") -> Database:
    """The database that the settings name; nothing is opened before its first use."""
    return Database(open_engine(settings.database_url, synchronous=synchronous))
