"""A worker's hold on a submission."""

from __future__ import annotations

from dataclasses import dataclass

from app.domain.submission import Submission


@dataclass(frozen=True, slots=True)
class Claimed:
    """A submission leased to a worker.

    ``attempt`` is the fence: whoever writes must show it, and a newer claim makes it void.
    ``lost`` counts the earlier claims whose worker died.
    """

    submission: Submission
    attempt: int
    lost: int
