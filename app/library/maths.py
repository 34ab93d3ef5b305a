"""LaTeX to MathML that a strict content security policy lets through."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET
from functools import lru_cache
from html.entities import html5

from math_core import LatexError, LatexToMathML

_CONVERTER = LatexToMathML(fancy_error=False)
_XML_ENTITIES = {"amp", "lt", "gt", "quot", "apos"}
_PRIMES = frozenset("′″‴⁗")
_CLASSES = {
    "margin-left:-0.1666": "neg-thin",
    "text-align: right": "eq-r",
    "text-align: left": "eq-l",
}
"""What the converter says in style attributes, which the policy refuses, and the class instead."""


class FormulaInvalid(ValueError):
    """The LaTeX of a formula cannot be converted; the message is the converter's."""


@lru_cache(maxsize=2048)
def mathml(latex: str, *, display: bool) -> str:
    """Convert one formula to a ``<math>`` element; raise FormulaInvalid."""
    try:
        made = _CONVERTER.convert_with_local_state(latex, displaystyle=display)
    except LatexError as error:
        raise FormulaInvalid(str(error)) from error
    return _tidy(made)


def formula(latex: str, *, display: bool = False) -> str:
    """The formula as HTML; one that cannot be converted shows its source, marked as faulty."""
    try:
        return mathml(latex, display=display)
    except FormulaInvalid as error:
        why, source = html.escape(str(error)), html.escape(latex)
        return f'<code class="math-error" title="{why}">{source}</code>'


def _tidy(markup: str) -> str:
    root = ET.fromstring(re.sub(r"&(\w+);", _numeric, markup))
    for element in root.iter():
        if _is_prime(element):
            # A prime set as a superscript would be raised twice: the glyph is high already.
            element.tag = "mrow"
            element[-1].set("lspace", "0")
            element[-1].set("rspace", "0")
        style = element.attrib.pop("style", None)
        if style:
            name = next((name for key, name in _CLASSES.items() if key in style), None)
            if name:
                element.set("class", name)
    return ET.tostring(root, encoding="unicode")


def _numeric(entity: re.Match[str]) -> str:
    """Entities of HTML are unknown to an XML parser, except five."""
    return entity[0] if entity[1] in _XML_ENTITIES else html5.get(f"{entity[1]};", entity[0])


def _is_prime(element: ET.Element) -> bool:
    if element.tag != "msup" or len(element) != 2:
        return False
    raised = element[-1]
    return raised.tag == "mo" and bool(raised.text) and set(raised.text or "") <= _PRIMES
