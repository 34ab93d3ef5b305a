"""LaTeX to MathML."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.library.maths import FormulaInvalid, formula, mathml

FORMULAS = [
    r"\operatorname{softmax}(S)",
    r"\begin{aligned}y &= x + \mathrm{MSA}(x)\\ z &= y\end{aligned}",
    r"\hat x_{ij} = \frac{x_{ij} - \mu_i}{\sqrt{\sigma_i^2 + \epsilon}}",
    r"x \in \mathbb{R}^{N\times D}, \quad x < y \;\&\; 1",
    r"\begin{pmatrix}1 & 2\\ 3 & 4\end{pmatrix}",
]


@pytest.mark.parametrize("latex", FORMULAS)
@pytest.mark.parametrize("display", [True, False])
def test_a_formula_is_clean_xml(latex: str, display: bool) -> None:
    root = ET.fromstring(mathml(latex, display=display))
    assert root.tag == "math"
    assert (root.get("display") == "block") is display
    assert not [element for element in root.iter() if "style" in element.attrib]


def test_aligned_columns_keep_their_sides() -> None:
    made = mathml(FORMULAS[1], display=True)
    assert made.count('class="eq-r"') == made.count('class="eq-l"') == 2


def test_a_prime_is_not_raised_twice() -> None:
    assert "<msup>" not in mathml("x'", display=False)
    assert "<msup>" in mathml("x^2", display=False)


def test_a_wrong_formula_shows_its_source() -> None:
    with pytest.raises(FormulaInvalid):
        mathml(r"\nosuchcommand", display=False)
    shown = formula(r"\nosuchcommand <b>", display=False)
    assert "math-error" in shown
    assert "&lt;b&gt;" in shown


@given(st.text(alphabet=r"ab12\{}^_&<>$'\"()= ", max_size=30))
def test_any_text_gives_html_that_can_be_shown(latex: str) -> None:
    assert formula(latex).startswith(("<math", "<code"))
