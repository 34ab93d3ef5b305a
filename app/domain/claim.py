"""A worker's hold on a submission."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.submission import Submission
from app.errors import TracegradeError


@dataclass(frozen=True, slots=True)
class Claimed:
    """A submission leased to a worker.

    ``attempt`` is the fence: whoever writes must show it, and a newer claim makes it void.
    ``lost`` counts the earlier claims whose worker died.
    """

    submission: Submission
    attempt: int
    lost: int


class LeaseLost(TracegradeError):
    """The lease ended and the submission is another's now: what this worker found is void."""

    def __init__(self, claimed: Claimed) -> None:
        super().__init__(
            f"attempt {claimed.attempt} at submission {claimed.submission.id} is no longer valid",
            "drop its results: the submission is graded by another attempt",
        )
