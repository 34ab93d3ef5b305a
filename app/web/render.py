"""Authors' Markdown with LaTeX to HTML: no raw HTML, no style attributes, safe links."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from markupsafe import Markup

from app.domain.anchors import anchor
from app.library.formulas import allow_formulas
from app.library.maths import formula

HEADING_SHIFT = 1
"""The page has its own h1 and h2, and an author's sections begin with ``##``: they become h3."""


def prose(text: str, *, prefix: str) -> Markup:
    """Render a whole text; headings get the id ``<prefix>-<anchor>``."""
    return Markup(_MARKDOWN.render(text, {"prefix": prefix}))


def block(text: str) -> Markup:
    """Render a short text of one or more paragraphs."""
    return Markup(_MARKDOWN.render(text, {}))


def inline(text: str) -> Markup:
    """Render a line without a paragraph around it."""
    return Markup(_MARKDOWN.renderInline(text, {}))


def display_formula(latex: str) -> Markup:
    """A formula on a line of its own."""
    return Markup(f'<div class="math block">{formula(latex, display=True)}</div>')


def _math(latex: str, options: dict[str, Any]) -> str:
    return formula(latex, display=bool(options.get("display_mode")))


def _headings(state: StateCore) -> None:
    """Lower the headings below the page's own and give each an anchor."""
    prefix = state.env.get("prefix")
    for token, content in zip(state.tokens, state.tokens[1:], strict=False):
        if token.type != "heading_open":
            continue
        if prefix and (name := anchor(content.content)):
            token.attrSet("id", f"{prefix}-{name}")
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + HEADING_SHIFT)}"


def _link_open(
    renderer: RendererProtocol, tokens: Sequence[Token], index: int, options: Any, env: Any
) -> str:
    """A link inside the theory goes to its heading; one that leaves the site tells it nothing."""
    token = tokens[index]
    href = str(token.attrGet("href") or "")
    if href.startswith("#") and env.get("prefix"):
        token.attrSet("href", f"#{env['prefix']}-{href[1:]}")
    elif re.match(r"(?i)[a-z][a-z0-9+.-]*:|//", href):
        token.attrSet("rel", "noopener noreferrer")
    return str(renderer.renderToken(tokens, index, options, env))  # type: ignore[attr-defined]


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": True})
    markdown.enable(["table", "smartquotes"])
    markdown.disable(["image"])
    allow_formulas(markdown, _math)
    markdown.core.ruler.push("headings", _headings)
    markdown.add_render_rule("link_open", _link_open)
    return markdown


_MARKDOWN = _markdown()
