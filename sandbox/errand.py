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
from sandbox.staging import Staged


class Errand:
    """``job`` is made when it is first asked for, which may be while another one runs."""

    def __init__(self, request: RunRequest) -> None:
        self.request = request
        self._staged: Staged | None = None

    @cached_property
    def job(self) -> list[Bytes]:
        """Raises ``EncodeError``."""
        return frames.pack_job(self.request)

    def prepared(self) -> bool:
        """Make ``job`` ready to be moved on; False when it cannot be made at all."""
        try:
            parts = self.job
        except EncodeError:
            return False
        with suppress(OSError):
            self._staged = self._staged or Staged(parts)
        return True

    def take_staged(self) -> Staged | None:
        """``job`` as it lies ready, once."""
        staged, self._staged = self._staged, None
        return staged


@dataclass(frozen=True, slots=True)
class Underway:
    """An errand that ``child`` has been sent; ``first`` says that it has run nothing before."""

    errand: Errand
    child: Child
    exchange: Exchange
    first: bool
