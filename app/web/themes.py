"""Light, dark, or as the system has it: a choice kept in a cookie, so that no page flashes."""

from __future__ import annotations

from enum import StrEnum

from fastapi import Request

COOKIE = "tracegrade_theme"
YEAR_SECONDS = 365 * 24 * 3600


class Theme(StrEnum):
    """What the learner chose."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


AFTER = {Theme.SYSTEM: Theme.DARK, Theme.DARK: Theme.LIGHT, Theme.LIGHT: Theme.SYSTEM}
"""What the button asks for without scripts, when the server does not know the system's choice."""


def theme_of(request: Request) -> Theme:
    """The choice in the cookie; an unknown one counts as none."""
    chosen = request.cookies.get(COOKIE, "")
    return Theme(chosen) if chosen in Theme.__members__.values() else Theme.SYSTEM
