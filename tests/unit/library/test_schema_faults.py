"""The schema's refusals in plain words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from app.library.schema import check_schema
from app.library.strict_yaml import read_yaml
from tests.builders.package import Spec, specification

PLAIN_WORDS = "must be lower-case words joined by hyphens, like scaled-sum"
WHOLE = "must be a whole number"
TRUTH = "must be true or false"
UNKNOWN = "this key is not known"
ONE_KIND = "a test has either arguments (literal values) or generate, not both or none"
LINK = "must be a link that starts with http:// or https://"
NAME = "must be a name of letters, digits and underscores, like num_heads"
STEP = "must be a step id, like ln1 or block[3].scores"
SOURCE = {"title": "t", "authors": "a", "year": 2020, "link": "x.org"}
TEST_KEYS = "known here: name, points, hidden, why, arguments, generate"
SHAPE = "a shape is written like \"[B, N, D]\", not 'N, D'"


def told(change: Callable[[Spec], Any]) -> list[tuple[str, str, str]]:
    spec = specification()
    change(spec)
    document = read_yaml(yaml.safe_dump(spec).encode(), "problem.yaml")
    check_schema(document)
    return [(f.key, f.message, f.advice) for f in document.findings.faults]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda s: s.update(title=5), ("title", "must be text", "it is 5")),
        (lambda s: s.update(title=" "), ("title", "must not be empty", "it is ' '")),
        (lambda s: s.update(title=None), ("title", "must be text", "it is nothing")),
        (lambda s: s.update(tags="numpy"), ("tags", "must be a list", "it is 'numpy'")),
        (lambda s: s.update(tags=["A b"]), ("tags[0]", PLAIN_WORDS, "it is 'A b'")),
        (
            lambda s: s["examples"][0].update(points=True),
            ("examples[0].points", WHOLE, "it is True"),
        ),
        (lambda s: s["tests"][2].update(hidden="yes"), ("tests[2].hidden", TRUTH, "it is 'yes'")),
        (
            lambda s: s.update(tolerance={"rtol": 1}),
            ("tolerance.rtol", "must be less than 1.0", "it is 1"),
        ),
        (
            lambda s: s.update(limits={"wall_seconds": 0}),
            ("limits.wall_seconds", "must be greater than 0.0", "it is 0"),
        ),
        (
            lambda s: s.update(limits={"wall_second": 1}),
            ("limits.wall_second", UNKNOWN, "did you mean wall_seconds?"),
        ),
        (lambda s: s["tests"][0].update(zz=1), ("tests[0].zz", UNKNOWN, TEST_KEYS)),
        (
            lambda s: s["trace_case"].update(draws={"x": {"scal": 1}}),
            ("trace_case.draws.x.scal", UNKNOWN, "did you mean scale?"),
        ),
        (
            lambda s: s["steps"][0].pop("formula"),
            ("steps[0].formula", "this key is missing", "add formula:"),
        ),
        (lambda s: s["tests"][0].pop("arguments"), ("tests[0]", ONE_KIND, "")),
        (lambda s: s["steps"][0].update(id="Bad Id"), ("steps[0].id", STEP, "it is 'Bad Id'")),
        (lambda s: s["returns"].update(shape="N, D"), ("returns.shape", SHAPE, "it is 'N, D'")),
        (
            lambda s: s["steps"][0].update(title="x" * 100, shape=3),
            ("steps[0].shape", "must be a list", "it is 3"),
        ),
        (lambda s: s["dimensions"].update({"a b": "x"}), ("dimensions.a b", NAME, "it is 'a b'")),
        (lambda s: s.update(tests=[]), ("tests", "must have at least 1 item(s)", "")),
        (lambda s: s.update(tests={"a": 1}), ("tests", "must be a list", "")),
        (lambda s: s.update(sources=[SOURCE]), ("sources[0].link", LINK, "it is 'x.org'")),
    ],
)
def test_plain_words(change: Callable[[Spec], Any], fault: tuple[str, str, str]) -> None:
    assert told(change) == [fault]


@pytest.mark.parametrize("id", [None, "Scaled Sum"])
def test_a_faulty_id_is_not_told_again_of_the_function(id: str | None) -> None:
    assert [name for name, _, _ in told(lambda s: s.update(id=id))] == ["id"]


def test_an_id_that_makes_no_function_name() -> None:
    assert told(lambda s: s.update(id="2d-sum")) == [("function", NAME, "it is '2d_sum'")]
