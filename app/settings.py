"""The settings, read from the environment by bootstrap, the command line and migrations only."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.errors import TracegradeError
from sandbox.protocol import Tier


class SettingInvalid(TracegradeError):
    """An environment variable has a value that cannot be used."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, read once by ``read_settings``.  SETTINGS says which variable sets which."""

    data: Path
    database_url: str
    sandbox_require: Tier | None
    workers: int
    host: str
    port: int
    allowed_hosts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """One environment variable: ``read`` turns its text into a value or raises ValueError.

    ``default`` gets the values read so far and the environment.
    """

    field: str
    variable: str
    meaning: str
    read: Callable[[str], Any]
    default: Callable[[Mapping[str, Any], Mapping[str, str]], Any]


def read_settings(environment: Mapping[str, str]) -> Settings:
    """The settings that ``environment`` gives; a variable that is empty counts as not set.

    Raises SettingInvalid.
    """
    values: dict[str, Any] = {}
    for setting in SETTINGS:
        text = environment.get(setting.variable, "")
        values[setting.field] = (
            _read(setting, text) if text else setting.default(values, environment)
        )
    return Settings(**values)


def _read(setting: Setting, text: str) -> Any:
    try:
        return setting.read(text)
    except ValueError as error:
        raise SettingInvalid(
            f"The environment variable {setting.variable} is {text!r}", str(error)
        ) from None


def _folder(text: str) -> Path:
    path = Path(text).expanduser()
    if not path.is_absolute():
        raise ValueError(f"give an absolute path, one that begins with {Path.cwd().anchor}")
    return path


def _data_home(values: Mapping[str, Any], environment: Mapping[str, str]) -> Path:
    """The XDG rule: a relative XDG_DATA_HOME is ignored."""
    base = Path(environment.get("XDG_DATA_HOME", ""))
    if not base.is_absolute():
        base = Path(environment.get("HOME") or Path.home()) / ".local" / "share"
    return base / "tracegrade"


def _tier(text: str) -> Tier:
    try:
        return Tier(text)
    except ValueError:
        raise ValueError("give one of " + ", ".join(tier.value for tier in Tier)) from None


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise ValueError(f"give a whole number from {least} to {most}")
        return int(text)

    return read


def _names(text: str) -> tuple[str, ...]:
    names = tuple(name.strip().lower() for name in text.split(",") if name.strip())
    if any("/" in name or " " in name for name in names):
        raise ValueError("give host names separated by commas, without http://")
    return names


def _cores() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


SETTINGS: tuple[Setting, ...] = (
    Setting(
        "data",
        "TRACEGRADE_DATA",
        "Folder of the database, the cache and added problems. "
        "Default: tracegrade in XDG_DATA_HOME, or in ~/.local/share.",
        _folder,
        _data_home,
    ),
    Setting(
        "database_url",
        "TRACEGRADE_DATABASE_URL",
        "SQLAlchemy address of the database. Default: the SQLite file tracegrade.db in the data "
        "folder.",
        str,
        lambda values, _: f"sqlite:///{values['data'] / 'tracegrade.db'}",
    ),
    Setting(
        "sandbox_require",
        "TRACEGRADE_SANDBOX_REQUIRE",
        "Weakest sandbox that will do: namespaces, flat or noopen; with less, nothing is run. "
        "Default: the strongest that this machine offers.",
        _tier,
        lambda *_: None,
    ),
    Setting(
        "workers",
        "TRACEGRADE_WORKERS",
        "How many submissions are graded at a time. Default: the number of processor cores.",
        _whole(1, 256),
        lambda *_: _cores(),
    ),
    Setting(
        "host",
        "TRACEGRADE_HOST",
        "Address the site listens on. Default: 127.0.0.1.",
        str,
        lambda *_: "127.0.0.1",
    ),
    Setting(
        "port",
        "TRACEGRADE_PORT",
        "Port the site listens on; 0 takes a free one. Default: 8000.",
        _whole(0, 65535),
        lambda *_: 8000,
    ),
    Setting(
        "allowed_hosts",
        "TRACEGRADE_ALLOWED_HOSTS",
        "Host names, separated by commas, by which the site may be called besides 127.0.0.1 and "
        "localhost. Default: none.",
        _names,
        lambda *_: (),
    ),
)
"""In the order in which they are read: a default may use what comes before it."""
