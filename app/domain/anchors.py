"""Anchors of headings: how a pitfall points into the theory, and how a page names its headings."""

from __future__ import annotations

import re
import unicodedata

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def anchor(title: str) -> str:
    """The anchor of a heading: ``"Why √d_h?"`` gives ``"why-d-h"``; "" if nothing is left.

    Accents are dropped; every run of other characters than a-z and 0-9 becomes one hyphen.
    """
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def anchors(markdown: str) -> tuple[str, ...]:
    """The anchors of a text's headings (``# ...``) in order; fenced code is passed over."""
    found: list[str] = []
    fence = ""
    for line in markdown.splitlines():
        mark = _FENCE.match(line)
        if mark and not fence:
            fence = mark[1]
        elif fence and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""
        elif not fence and (heading := _HEADING.fullmatch(line)):
            found.append(anchor(heading[1]))
    return tuple(found)
