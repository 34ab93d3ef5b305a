"""Reading submissions: everyone only their own."""

from __future__ import annotations

from sqlalchemy.orm import Session

from app.domain.submission import State, Submission, Summary
from app.errors import TracegradeError
from app.store import jobs, submissions

HISTORY = 100


class SubmissionUnknown(TracegradeError):
    """There is no such submission, or it is another learner's: the two must look alike."""


def find(session: Session, submission_id: str, learner_id: str) -> Submission:
    """The learner's submission, with its report so far; raise SubmissionUnknown."""
    found = submissions.by_id(session, submission_id)
    if found is None or found.learner_id != learner_id:
        raise SubmissionUnknown(
            "There is no such submission", "open the problem's page to see your own submissions"
        )
    return found


def history(
    session: Session, learner_id: str, problem: str, *, limit: int = HISTORY
) -> tuple[Summary, ...]:
    """The learner's newest submissions to a problem, the newest first."""
    return submissions.history(session, learner_id, problem, limit=limit)


def solved(session: Session, learner_id: str) -> dict[str, bool]:
    """The problems that the learner ever tried, by slug, and whether each is solved.

    A problem is solved once a submit to it was accepted, however many attempts came later.
    """
    return submissions.solved(session, learner_id)


def ahead(session: Session, submission: Submission) -> int:
    """How many submissions are graded before this one, as long as it waits."""
    return jobs.ahead(session, submission.id) if submission.state is State.QUEUED else 0
