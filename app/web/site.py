"""Everything a route needs, chosen by ``bootstrap`` and handed to ``create_app``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from app.library.catalog import Catalog
from app.ports import Live


def utc_now() -> datetime:
    """The present time, aware, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Site:
    """The parts of the running site.

    ``sessions`` opens a short database session; a route closes it before it answers.
    ``allowed_hosts`` are names beside 127.0.0.1 and localhost by which the site may be called.
    """

    catalog: Catalog
    sessions: Callable[[], AbstractContextManager[Any]]
    live: Live
    allowed_hosts: tuple[str, ...] = ()
    now: Callable[[], datetime] = utc_now
