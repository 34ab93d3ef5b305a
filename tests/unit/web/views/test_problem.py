"""The problem's view."""

from __future__ import annotations

import pytest

from app.domain.problem import ProblemSpec
from app.web.views.problem import cited, problem_view
from tests.builders.package import specification
from tests.builders.problem import scaled_sum


def spec_by(authors: str) -> ProblemSpec:
    source = {"title": "T", "authors": authors, "year": 2020, "link": "https://a.example"}
    return ProblemSpec.model_validate({**specification(), "sources": [source]})


@pytest.mark.parametrize(
    ("authors", "short"),
    [
        ("Alexey Dosovitskiy et al.", "Dosovitskiy et al., 2020"),
        ("Dosovitskiy et al.", "Dosovitskiy et al., 2020"),
        ("Dan Hendrycks and Kevin Gimpel", "Hendrycks and Gimpel, 2020"),
        ("J. L. Ba, J. R. Kiros, G. E. Hinton", "Ba et al., 2020"),
        ("Ba, Kiros and Hinton", "Ba et al., 2020"),
        ("Knuth", "Knuth, 2020"),
    ],
)
def test_citations(authors: str, short: str) -> None:
    assert cited(spec_by(authors)) == short


def test_what_the_page_says_of_the_problem() -> None:
    view = problem_view(scaled_sum())
    assert [(p.name, str(p.kind)) for p in view.parameters] == [
        ("x", "float64, N × D"),
        ("factor", "float"),
    ]
    assert (view.examples_total, view.tests_total, view.hidden_total) == (1, 4, 1)
    assert view.examples[0].given == "x = [[1, 2, 3], [4, 5, 6]]\nfactor = 2.0"
    assert view.examples[0].output == "[12, 30]"
    assert view.filename == "scaled_sum.py"
    assert [step.title for step in view.steps] == ["Sum", "Product"]
    assert view.starter.endswith("...\n")


def test_nothing_of_the_reference_or_the_hidden_tests_is_in_it() -> None:
    text = str(problem_view(scaled_sum()))
    assert "by heart" not in text
    assert "drawn for you" not in text
