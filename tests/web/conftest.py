"""The site over a database of its own, with two tiny packages, and visitors with their cookies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, func, select
from starlette.testclient import TestClient

from app.domain.report import ExceptionReport, FrameReport, Report, TestReport
from app.domain.submission import Submission
from app.domain.verdict import Verdict
from app.library.catalog import Catalog
from app.live.memory import MemoryLive
from app.queue.embedded import EmbeddedQueue
from app.store.engine import session_factory
from app.store.tables import learners
from app.web.main import create_app
from app.web.site import Site
from tests.builders.database import NOON, new_database
from tests.builders.package import REFERENCES, write_package
from tests.builders.reports import accepted_report

SLUG = "scaled-sum"
ADDRESS = "http://127.0.0.1:8000"
CODE = "def scaled_sum(x, factor):\n    return factor * x.sum(axis=1)\n"
NEEDLE = "needle"
"""Stands in every field of a hidden test that a learner must not see."""


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = new_database(tmp_path)
    yield engine
    engine.dispose()


@pytest.fixture
def site(tmp_path: Path, engine: Engine) -> Site:
    packages = tmp_path / "packages"
    write_package(packages)
    write_package(packages, name="broken", spec={"id": "broken", "secret-key": NEEDLE})
    return Site(
        catalog=Catalog(packages, REFERENCES, None),
        sessions=session_factory(engine),
        live=MemoryLive(),
        allowed_hosts=("grader.example.org",),
        now=lambda: NOON,
    )


@pytest.fixture
def visit(site: Site) -> Iterator[Callable[[], TestClient]]:
    """Makes visitors: each call is a browser without cookies."""
    app = create_app(site)
    clients: list[TestClient] = []

    def new() -> TestClient:
        client = TestClient(app, base_url=ADDRESS, follow_redirects=False)
        clients.append(client)
        return client

    yield new
    for client in clients:
        client.close()


@pytest.fixture
def client(visit: Callable[[], TestClient]) -> TestClient:
    return visit()


@pytest.fixture
def queue(engine: Engine) -> EmbeddedQueue:
    return EmbeddedQueue(session_factory(engine))


@pytest.fixture
def grade(queue: EmbeddedQueue) -> Callable[[Report], Submission]:
    """Grades the submission that has waited longest with the report given."""

    def finish(report: Report) -> Submission:
        claimed = queue.claim("tester", NOON, 60)
        assert claimed is not None
        queue.finish(claimed, report, NOON)
        return claimed.submission

    return finish


def press(client: TestClient, *, code: str = CODE, kind: str = "submit", key: str = "k") -> str:
    """Hand in by the page's form as its script does; the submission's id."""
    answer = client.post(
        f"/problems/{SLUG}/submissions",
        data={"code": code, "kind": kind, "key": key},
        headers={"accept": "application/json"},
    )
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def guests(engine: Engine) -> int:
    """How many learners the database holds."""
    with engine.connect() as connection:
        return int(connection.scalar(select(func.count()).select_from(learners)) or 0)


def report_with(*changed: TestReport) -> Report:
    """The report of a right solution with the tests of these names replaced."""
    report = accepted_report()
    by_name = {test.name: test for test in changed}
    tests = tuple(by_name.get(test.name, test) for test in report.tests)
    failed = [test.verdict for test in tests if test.verdict is not Verdict.ACCEPTED]
    verdict = failed[0] if failed else Verdict.ACCEPTED
    return report.model_copy(update={"tests": tests, "verdict": verdict})


def raising(name: str, *, hidden: bool) -> TestReport:
    """A test in which the learner's line 2 raised, with the needle wherever it can be."""
    return TestReport(
        name=name,
        verdict=Verdict.EXCEPTION,
        hidden=hidden,
        points=0,
        points_possible=2,
        message=NEEDLE,
        reason=NEEDLE,
        fault=NEEDLE,
        exception=ExceptionReport(
            type="ValueError", message=NEEDLE, frames=(FrameReport(line=2, function=NEEDLE),)
        ),
        stdout=NEEDLE,
        max_abs_error=NEEDLE,
    )
