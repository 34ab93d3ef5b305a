"""A request and the bytes that a child reads of it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from sandbox import frames
from sandbox.arrays import EncodeError
from sandbox.exchange import Exchange
from sandbox.frames import Bytes
from sandbox.handle import Child
from sandbox.protocol import RunRequest


class Errand:
    """``job`` is made when it is first asked for, which may be while another one runs."""

    def __init__(self, request: RunRequest) -> None:
        self.request = request

    @cached_property
    def job(self) -> list[Bytes]:
        """Raises ``EncodeError``."""
        return frames.pack_job(self.request)

    def prepared(self) -> bool:
        """Make ``job`` ready; False when it cannot be."""
        with suppress(EncodeError):
            return bool(self.job)
        return False


@dataclass(frozen=True, slots=True)
class Underway:
    """An errand that ``child`` has been sent; ``first`` says that it has run nothing before."""

    errand: Errand
    child: Child
    exchange: Exchange
    first: bool
