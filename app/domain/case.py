"""A test made concrete: its arguments drawn or read, ready to run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from sandbox.protocol import Value


@dataclass(frozen=True, slots=True)
class Case:
    """One call of the learner's function.

    ``key`` is a hash of the arguments (with the grading hash, the key of the expected value);
    ``repeatable`` is False for arguments drawn for one submission only.
    """

    name: str
    hidden: bool
    points: int
    why: str
    arguments: Mapping[str, Value]
    key: str
    repeatable: bool = True

    @property
    def seed(self) -> int:
        """The state of the random generators in a run: the same for the same arguments, 32 bits."""
        return int.from_bytes(hashlib.sha256(self.key.encode()).digest()[:4], "big")
