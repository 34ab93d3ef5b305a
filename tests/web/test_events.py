"""The stream of events of one submission."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.testclient import TestClient

from app.domain.report import Report
from app.domain.submission import Kind, State, Submission
from app.live.memory import MemoryLive
from app.web.events import RETRY, EventStream
from tests.builders.database import NOON
from tests.builders.reports import accepted_report
from tests.web.conftest import press

QUEUED = Submission(
    id="s",
    learner_id="l",
    problem="scaled-sum",
    kind=Kind.RUN,
    number=1,
    state=State.QUEUED,
    version=1,
    source="",
    code_sha256="",
    created_at=NOON,
)


def test_a_finished_submission_ends_the_stream(
    client: TestClient, grade: Callable[[Report], Submission]
) -> None:
    submission = press(client)
    grade(accepted_report())
    answer = client.get(f"/submissions/{submission}/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    events = answer.text.split("\n\n")
    assert events[1].startswith("event: change\ndata: ")
    assert events[2].startswith("event: end\ndata: ")
    assert "accepted" not in answer.text


def test_each_change_is_told_once_and_carries_no_truth() -> None:
    live, versions = MemoryLive(), {"now": QUEUED}

    async def watch() -> list[str]:
        stream = aiter(EventStream(live, "s", lambda: versions["now"]).body_iterator)
        said = [str(await anext(stream)), str(await anext(stream))]
        for version, state in ((1, State.QUEUED), (2, State.RUNNING), (3, State.FINISHED)):
            versions["now"] = QUEUED.model_copy(update={"version": version, "state": state})
            live.touch("s")
            if version > 1:
                said.append(str(await anext(stream)))
        return [*said, *[str(rest) async for rest in stream]]

    assert asyncio.run(watch()) == [
        RETRY,
        "event: change\ndata: 1\n\n",
        "event: change\ndata: 2\n\n",
        "event: change\ndata: 3\n\n",
        "event: end\ndata: 3\n\n",
    ]
