"""Server-sent events of one submission."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from app.domain.submission import Submission
from app.ports import Live

RETRY = "retry: 2000\n\n"
HEARTBEAT = ": still here\n\n"


class EventStream(StreamingResponse):
    """Tells that the submission changed, until it is settled; holds no database session.

    ``read`` reads the submission anew; it runs in a thread.
    """

    media_type = "text/event-stream"

    def __init__(self, live: Live, submission_id: str, read: Callable[[], Submission]) -> None:
        super().__init__(_events(live, submission_id, read), headers={"cache-control": "no-store"})


async def _events(
    live: Live, submission_id: str, read: Callable[[], Submission]
) -> AsyncIterator[str]:
    yield RETRY
    version = None
    async for changed in live.changes(submission_id):
        if not changed:
            yield HEARTBEAT
            continue
        submission = await run_in_threadpool(read)
        if submission.version != version:
            version = submission.version
            yield f"event: change\ndata: {version}\n\n"
        if submission.is_settled:
            yield f"event: end\ndata: {version}\n\n"
            return
