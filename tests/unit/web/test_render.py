"""Markdown and LaTeX to HTML."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from app.domain.anchors import anchors
from app.web.render import block, display_formula, inline, prose


class Tags(HTMLParser):
    """Every tag and attribute that a browser would see."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name == "href"]


LIVELY = st.text(alphabet="ab<>/\"'`*_#[]()!$\\{}&=:; \n|-1^script", max_size=60)


@given(LIVELY)
def test_no_text_of_an_author_becomes_code(text: str) -> None:
    seen = Tags(prose(text, prefix="theory"))
    assert seen.tags.isdisjoint({"script", "style", "img", "iframe", "svg", "form", "b"})
    assert not [name for name in seen.attributes if name.startswith("on") or name == "style"]


def test_raw_html_is_text() -> None:
    assert inline("<b onclick=x>a</b>") == "&lt;b onclick=x&gt;a&lt;/b&gt;"


def test_links_cannot_run_code_and_tell_nothing() -> None:
    seen = Tags(block("[a](javascript:alert(1)) [b](data:text/html,x) [c](//x.example) [d](/a)"))
    assert seen.links == ["//x.example", "/a"]
    assert 'rel="noopener noreferrer"' in block("[a](https://a.example)")
    assert "rel=" not in block("[a](/problems/x)")


def test_headings_have_the_anchors_that_the_domain_promises() -> None:
    text = "## Why $\\sqrt{d_h}$?\n\n### No mask, *ever*\n"
    page = prose(text, prefix="theory")
    ids = re.findall(r'<h([34]) id="theory-([^"]+)"', page)
    assert [name for _, name in ids] == list(anchors(text))
    assert [level for level, _ in ids] == ["3", "4"]


def test_a_link_within_the_theory_leads_to_its_heading() -> None:
    assert Tags(prose("[up](#why)", prefix="theory")).links == ["#theory-why"]


def test_maths_inline_and_on_its_own_line() -> None:
    assert "<math><" in inline("let $x$ be")
    assert '<math display="block">' in block("$$x$$")
    assert '<math display="block">' in display_formula("x")


def test_money_is_not_maths() -> None:
    assert "<math" not in inline("5$ and 6$")


def test_tables_and_quotes() -> None:
    assert "<table>" in block("| a |\n|---|\n| b |")
    assert inline('"a"') == "“a”"
