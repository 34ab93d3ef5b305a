"""Hand in: the submission and its job in one transaction, committed before this returns."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.domain.grading import code_sha256
from app.domain.problem import Problem
from app.domain.source import check_source
from app.domain.submission import Kind, State, Submission
from app.errors import TracegradeError
from app.services.learners import new_id
from app.store import jobs, submissions
from app.store.transactions import write

TRIES = 3


class KeyInvalid(TracegradeError):
    """An idempotency key that cannot be stored; nothing was stored."""


def submit(
    session: Session,
    problem: Problem,
    learner_id: str,
    source: str,
    kind: Kind,
    idempotency_key: str,
    *,
    now: datetime,
    new_id: Callable[[], str] = new_id,
) -> Submission:
    """Store a submission and queue it; durable when this returns.

    The same learner's same ``idempotency_key`` returns the first submission, whatever else is
    different, so that a double click or a repeated request makes one.

    Raises SourceRefused and KeyInvalid.
    """
    check(source, idempotency_key)
    draft = _draft(problem, learner_id, source, kind, now=now, submission_id=new_id())
    for _ in range(TRIES - 1):
        # Where writers run side by side, one with the same key or number may have come first.
        with suppress(IntegrityError):
            return _store(session, draft, problem.content_hash, idempotency_key)
    return _store(session, draft, problem.content_hash, idempotency_key)


def check(source: str, idempotency_key: str) -> None:
    """Raise SourceRefused or KeyInvalid as ``submit`` would, before a guest is made for it."""
    check_source(source)
    if not re.fullmatch(r"[\x21-\x7e]{1,128}", idempotency_key):
        raise KeyInvalid(
            "The idempotency key is not 1 to 128 visible ASCII characters",
            "send a fresh random one, such as a UUID, for every press of the button",
        )


def _draft(
    problem: Problem,
    learner_id: str,
    source: str,
    kind: Kind,
    *,
    now: datetime,
    submission_id: str,
) -> Submission:
    spec = problem.spec
    points = [test.points for test in spec.examples]
    if kind is Kind.SUBMIT:
        points += [test.points for test in spec.tests]
    return Submission(
        id=submission_id,
        learner_id=learner_id,
        problem=problem.slug,
        kind=kind,
        number=0,
        state=State.QUEUED,
        version=1,
        source=source,
        code_sha256=code_sha256(source),
        created_at=now,
        grading_hash=problem.grading_hash,
        points_possible=sum(points),
        tests_total=len(points),
    )


def _store(session: Session, draft: Submission, content_hash: str, key: str) -> Submission:
    with write(session):
        first = submissions.by_key(session, draft.learner_id, key)
        if first:
            return first
        number = submissions.next_number(session, draft.learner_id, draft.problem, draft.kind)
        submission = draft.model_copy(update={"number": number})
        submissions.add(session, submission, content_hash=content_hash, idempotency_key=key)
        jobs.add(session, submission.id, submission.created_at)
    return submission
