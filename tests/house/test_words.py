"""Nothing in the tree belongs to one machine or one package index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.house.tree import ROOT, name, tracked

# Written with classes of one character, so that this file does not hold what it forbids.
FORBIDDEN = {
    "the host of an index": r"(?:py[p]i|python[h]osted|deb[i]an)[.]org|npm[j]s[.](?:org|com)",
    "a path of one machine": rf"{re.escape(str(ROOT))}\b|(?<!\w)[/]root/",
    "an unfinished spot": r"\b(?:TO[D]O|FIX[M]E|X[X]X)\b",
}
TEXT = {".py", ".md", ".toml", ".lock", ".yaml", ".yml", ".json", ".js", ".mjs", ".css", ".html"}
TEXT |= {".j2", ".sh", ".mako", ".ini", ".cfg", ".txt", ""}


@pytest.mark.parametrize("path", [p for p in tracked() if p.suffix in TEXT], ids=name)
def test_no_forbidden_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = {why: re.findall(pattern, text) for why, pattern in FORBIDDEN.items()}
    assert {why: words for why, words in found.items() if words} == {}


@pytest.mark.parametrize("pattern", FORBIDDEN.values(), ids=list(FORBIDDEN))
def test_the_patterns_match_something(pattern: str) -> None:
    samples = ["https://py" + "pi.org/simple", f"{ROOT}/app", "# TO" + "DO: later"]
    assert any(re.search(pattern, sample) for sample in samples)
