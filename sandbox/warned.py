"""Warnings as a learner reads them among what the code printed."""

from __future__ import annotations

import warnings


def show_only_own_places() -> None:
    """Let warnings name a place only in a submitted file.

    A warning may be about a line of ours or of the runtime: those files say nothing to a learner.
    """
    warnings.formatwarning = _formatted


_with_place = warnings.formatwarning


def _formatted(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    line: str | None = None,
) -> str:
    if "/" in filename:
        return f"{category.__name__}: {message}\n"
    return _with_place(message, category, filename, lineno, line)
