"""What an unquoted word in a problem's YAML means: the core schema of YAML 1.2, made stricter.

Read as such: ``null ~``, ``true false``, ``12 -3 0x1F 0o17``, ``1.5 1e-8 .5``.  Every other word is
text, except those that YAML 1.1 and 1.2 read differently or that cannot be a value here; these are
refused, with what to write instead, rather than guessed at: ``yes no on off y n``, ``1_000``,
``12:30``, ``010``, ``0b11``, ``.inf``, ``.nan``, ``1e400`` and integers beyond 64 bits.
"""

from __future__ import annotations

import math
import re

Plain = None | bool | int | float | str

NULLS = frozenset({"", "~", "null", "Null", "NULL"})
BOOLS = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
AMBIGUOUS = frozenset({"yes", "no", "on", "off", "y", "n"})

_INTEGER = re.compile(r"[-+]?[0-9]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_OCTAL = re.compile(r"0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")

_REFUSED = (
    (
        re.compile(r"[-+]?0[0-9]+"),
        "a number with a leading zero means different things in different YAML versions",
        "write it without the zero, or as 0o17 if it is octal, or quote it if it is text",
    ),
    (
        re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?([eE][-+]?[0-9]+)?"),
        "a number is not written with underscores here",
        "write 1000 for 1_000, or quote it if it is text",
    ),
    (
        re.compile(r"[-+]?[0-9]+(:[0-9]{1,2})+(\.[0-9]*)?"),
        "numbers joined by colons mean different things in different YAML versions",
        "quote it",
    ),
    (
        re.compile(r"[-+]?0[bB][01]+"),
        "a binary number is not read here",
        "write it in decimal, or as 0x1F, or quote it if it is text",
    ),
    (
        re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"),
        "infinities and NaN cannot be values here",
        "write a finite number, or quote it if it is text",
    ),
)


class ScalarRefused(ValueError):
    """A word that could be read in two ways, or a number that is out of range."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.message, self.advice = message, advice


def resolve(word: str, *, symbol: bool = False) -> Plain:
    """The value of an unquoted word; with ``symbol``, a name such as a dimension N is just text.

    Raises ScalarRefused for what the module's rule refuses.
    """
    if word in NULLS:
        return None
    if word in BOOLS:
        return BOOLS[word]
    if word.lower() in AMBIGUOUS and not symbol:
        raise ScalarRefused(
            f"unquoted {word} may mean text or true/false", "quote it, or write true or false"
        )
    for pattern, message, advice in _REFUSED:
        if pattern.fullmatch(word):
            raise ScalarRefused(f"{_shown(word)}: {message}", advice)
    return _number(word)


def _number(word: str) -> int | float | str:
    if _INTEGER.fullmatch(word):
        return _integer(word, 10)
    if _HEXADECIMAL.fullmatch(word):
        return _integer(word[2:], 16)
    if _OCTAL.fullmatch(word):
        return _integer(word[2:], 8)
    if not _FLOAT.fullmatch(word):
        return word
    value = float(word)
    if math.isinf(value):
        raise ScalarRefused(
            f"{_shown(word)} is too large for a floating-point number",
            "the largest is about 1.8e308",
        )
    return value


def _integer(digits: str, base: int) -> int:
    # The length is looked at first: Python refuses to convert very long decimal strings.
    if len(digits) <= 66 and -(2**63) <= (value := int(digits, base)) < 2**63:
        return value
    raise ScalarRefused(
        f"the integer {_shown(digits)} does not fit in 64 bits",
        "write it as a float (1e20), or quote it if it is text",
    )


def _shown(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:37]}..."
