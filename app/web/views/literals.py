"""Literal arguments as Python, broken over lines as a person would."""

from __future__ import annotations

from typing import Any

WIDTH = 46


def python_literal(value: Any, indent: int = 0) -> str:
    """A number, text or nested list; a list that does not fit in WIDTH has a line per element."""
    flat = repr(value)
    if not isinstance(value, list) or len(flat) + indent <= WIDTH:
        return flat
    if all(not isinstance(item, list) for item in value):
        return _wrapped(value, indent)
    lines = (python_literal(item, indent + 1) for item in value)
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def assignment(name: str, value: Any) -> str:
    """``name = value``, with the value's further lines under its first."""
    lead = f"{name} = "
    return lead + python_literal(value, len(lead))


def _wrapped(items: list[Any], indent: int) -> str:
    lines: list[str] = [""]
    for item in items:
        piece = repr(item)
        if lines[-1] and len(lines[-1]) + len(piece) + 2 > WIDTH - indent:
            lines.append("")
        lines[-1] += (", " if lines[-1] else "") + piece
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
