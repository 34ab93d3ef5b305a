"""Remembering what was made of a problem."""

from __future__ import annotations

from app.domain.problem import Problem
from app.web.texts import PerContent
from tests.builders.problem import scaled_sum


def test_made_once_for_each_content() -> None:
    made: list[str] = []

    def make(problem: Problem) -> str:
        made.append(problem.content_hash)
        return problem.statement

    texts = PerContent(make, size=2)
    a, b, c = (scaled_sum(content_hash=name * 64, statement=name) for name in "abc")
    assert [texts(a), texts(a), texts(b)] == ["a", "a", "b"]
    assert made == ["a" * 64, "b" * 64]
    texts(a)
    texts(c)
    assert texts(a) == "a"
    assert len(made) == 3
    texts(b)
    assert len(made) == 4
