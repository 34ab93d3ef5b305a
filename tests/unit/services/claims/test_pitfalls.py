import numpy as np
import pytest

from app.domain.cases import submit_cases
from app.services.claims.pitfalls import pitfalls_caught
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers

RIGHT = FakeAnswers().output


def _rows(wrong, kind="graph"):
    problem = scaled_sum()
    described = {"pitfalls": [{"id": "p", "kind": kind}]}
    answers = FakeAnswers(wrong={"p": wrong})
    return list(pitfalls_caught(problem, submit_cases(problem, "check"), answers, described))


def test_a_pitfall_is_caught_by_the_test_on_which_it_is_furthest_off():
    (row,) = _rows(lambda case: RIGHT(case) + (case.name == "generic"))
    assert row.holds
    assert row.detail == '"generic"'
    assert row.margin > 1e6


def test_a_pitfall_that_no_test_catches_is_told():
    (row,) = _rows(RIGHT)
    assert not row.holds
    assert "no test catches it" in row.detail


@pytest.mark.parametrize(("kind", "holds"), [("graph", False), ("dtype", True)])
def test_a_lower_precision_needs_less_margin(kind, holds):
    (row,) = _rows(lambda case: RIGHT(case) * (1 + 5e-7), kind)
    assert 10 < row.margin < 100
    assert row.holds is holds


@pytest.mark.parametrize("output", [{"error": "ZeroDivisionError"}, np.ones((9, 9))])
def test_a_pitfall_that_raises_or_changes_the_shape_is_caught(output):
    (row,) = _rows(lambda case: output)
    assert row.holds
    assert row.margin == np.inf


def test_variants_are_rows_of_their_own():
    problem = scaled_sum()
    described = {"pitfalls": [{"id": "eps", "kind": "graph"}]}
    answers = FakeAnswers(wrong={"eps/big": lambda case: RIGHT(case) + 1, "eps/small": RIGHT})
    rows = list(pitfalls_caught(problem, submit_cases(problem, "check"), answers, described))
    assert {row.subject: row.holds for row in rows} == {"eps/big": True, "eps/small": False}
