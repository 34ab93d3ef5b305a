"""The second corpus: solutions by somebody who knew nothing of the search, with the truth in their
first lines.
"""

from __future__ import annotations

from pathlib import Path

from tests.trace.corpus import Correct, Divergence, Faulty, Truth

SOLUTIONS = Path(__file__).parent / "second"


def correct() -> list[Correct]:
    """Solutions that must never be accused."""
    return [Correct(name, text) for name, text, head in _all() if head["outcome"] == "correct"]


def faulty() -> list[Faulty]:
    """Solutions with one mistake or two."""
    return [
        Faulty(name, name, (), text, _truth(head))
        for name, text, head in _all()
        if head["outcome"] != "correct"
    ]


def _all() -> list[tuple[str, str, dict[str, str]]]:
    texts = {path.stem: path.read_text("utf-8") for path in sorted(SOLUTIONS.glob("*.py"))}
    return [(name, text, _head(text)) for name, text in texts.items()]


def _head(text: str) -> dict[str, str]:
    head: dict[str, str] = {}
    for line in text.splitlines():
        key, colon, value = line.removeprefix("# ").partition(": ")
        if not (line.startswith("# ") and colon):
            break
        head[key] = value.strip()
    return head


def _truth(head: dict[str, str]) -> Truth:
    step, *accept = head["step"].split("|")
    lines = frozenset(int(line) for line in head["lines"].split())
    named = [name for name in head["pitfall"].split() if name != "none"]
    pitfalls: list[str | None] = [*named, None]
    first = Divergence(step.strip(), lines, pitfalls[0], frozenset(map(str.strip, accept)))
    also = [
        Divergence(step, frozenset(), None, frozenset()) for step in head.get("also", "").split()
    ]
    also += [Divergence("", frozenset(), name, frozenset()) for name in named[1:]]
    return Truth(first, tuple(also), head["outcome"])  # type: ignore[arg-type]
