"""The name of one item along a dimension, out of the words that describe the dimension."""

from __future__ import annotations

import re

_REST = re.compile(r"\s+(?:of|in|per|for|from|with|to|at|on)\s.*|[,;:(].*")
MOST_WORDS = 2


def singular(meaning: str) -> str:
    """``"images in the batch"`` gives ``"image"``; "" for what is no short plural."""
    words = _REST.sub("", meaning.strip()).split()
    if not 1 <= len(words) <= MOST_WORDS or not all(word.isalpha() for word in words):
        return ""
    last = _one(words[-1])
    return " ".join([*words[:-1], last]) if last else ""


def _one(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|ch|sh)es$", word):
        return word[:-2]
    return word[:-1] if re.search(r"[^aisu]s$", word) else ""
