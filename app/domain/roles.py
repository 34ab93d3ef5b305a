"""Who looks at a report."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Learners see of a hidden test only what does not give it away; the others see all."""

    LEARNER = "learner"
    AUTHOR = "author"
    INSTRUCTOR = "instructor"
    ADMIN = "admin"
