"""Small wordings that several views share."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from app.domain.problem import Shape


def sentence(text: str) -> str:
    """A text of the domain as a sentence: texts there have no capital and no full stop."""
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" else ".")


Scalar = float | int | bool | str


def typographic(text: str) -> str:
    """A text of the domain with true minus signs and short exponents: ``1e-08`` is ``1e−8``."""
    short = re.sub(r"(?<=\d)e-0*(?=\d)", "e−", text)
    return re.sub(r"(?<![\w)\].-])-(?=\d|inf)", "−", short)


def number(value: float | int | bool | str | None, digits: int = 6) -> str:
    """A number in few digits with a true minus sign: ``3.1e−6``, ``0.44``; "" for None."""
    if value is None:
        return ""
    if isinstance(value, str | bool):
        words = {"inf": "∞", "-inf": "−∞", "nan": "NaN"}
        return words.get(str(value), str(value))
    small_or_large = abs(value) < 1e-3 or abs(value) >= 1e6
    significant = min(17, digits // 2 if small_or_large else digits)
    text = f"{value:.{significant}g}"
    mantissa, _, exponent = text.partition("e")
    return (mantissa + (f"e{int(exponent)}" if exponent else "")).replace("-", "−")


def told_apart(one: Scalar, other: Scalar) -> tuple[str, str]:
    """Two different values in as few digits as show that they differ, and two more."""
    digits = 6
    while number(one, digits) == number(other, digits) and digits < 34:
        digits += 1
    digits += 2 if digits > 6 else 0
    return number(one, digits), number(other, digits)


def error_size(value: float | str | None) -> str:
    """The size of an error in two digits: ``3.1e−6``, ``0.44``, ``0``."""
    if isinstance(value, float | int):
        value = float(f"{value:.2g}")
    return number(value)


def points(value: float) -> str:
    """Points without a needless decimal."""
    return f"{value:g}"


def plural(count: int, noun: str) -> str:
    """``1 test``, ``2 tests``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def shape(axes: Shape) -> Markup:
    """A symbolic shape: ``B × N × D``, with ``d_h`` as a subscript; a scalar's is empty."""
    return Markup(" × ").join(_axis(str(axis)) for axis in axes)


def _axis(name: str) -> Markup:
    letter, _, index = name.partition("_")
    return Markup("{}<sub>{}</sub>").format(letter, index) if index else escape(letter)


def duration(milliseconds: float) -> str:
    """``0.4 ms``, ``41 ms``, ``1.25 s``."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:.2f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 1 else f"{milliseconds:.1f} ms"
