"""The models of ``problem.yaml``."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from app.domain.problem import Parameter, ProblemSpec, Returns, Test, as_lists, parse_shape
from tests.builders.package import specification


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("[B, N, 3]", ("B", "N", 3)),
        (" [ N ] ", ("N",)),
        ("[]", ()),
        ("[d_h]", ("d_h",)),
        (["B", 2], ("B", 2)),
    ],
)
def test_shapes(text: Any, shape: tuple[str | int, ...]) -> None:
    assert Returns(dtype="float64", shape=text).shape == shape


@pytest.mark.parametrize("text", ["N, D", "[N, ]", "[N D]", "[-1]", "(N,)", "[2.5]", 3, None])
def test_refused_shapes(text: Any) -> None:
    with pytest.raises(ValidationError):
        Returns(dtype="float64", shape=text)


def test_only_text_is_parsed_as_a_shape() -> None:
    assert parse_shape(5) == 5


def test_the_function_is_the_id_with_underscores() -> None:
    content = specification()
    assert ProblemSpec.model_validate(content).function == "scaled_sum"
    assert ProblemSpec.model_validate({**content, "function": "f"}).function == "f"


def test_written_values_hold_lists() -> None:
    assert as_lists(((1, 2), [3, (4,)])) == [[1, 2], [3, [4]]]
    content = specification()
    content["examples"][0]["arguments"]["x"] = ((1, 2),)
    spec = ProblemSpec.model_validate(content)
    assert spec.examples[0].arguments["x"] == [[1, 2]]


@pytest.mark.parametrize(
    "parameter",
    [
        {"dtype": "float64"},
        {"dtype": "int", "shape": "[N]"},
        {"dtype": "float64", "shape": "[N]", "dimension": "N"},
        {"dtype": "float", "dimension": "N"},
        {"dtype": "object", "shape": "[N]"},
        {"dtype": "int", "surprise": 1},
    ],
)
def test_refused_parameters(parameter: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Parameter(name="x", **parameter)


def test_arrays_and_scalars() -> None:
    array = Parameter(name="x", dtype="float64", shape="[N]")
    scalar = Parameter(name="n", dtype="int", dimension="N")
    assert (array.is_array, array.array_dtype) == (True, "float64")
    assert (scalar.is_array, scalar.array_dtype) == (False, None)


@pytest.mark.parametrize(
    "kinds", [{}, {"arguments": {}, "generate": {"seed": 1, "dimensions": {}}}]
)
def test_a_test_is_of_one_kind(kinds: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="either arguments"):
        Test(name="t", why="w", **kinds)


def test_models_are_frozen() -> None:
    spec = ProblemSpec.model_validate(specification())
    with pytest.raises(ValidationError, match="frozen"):
        spec.title = "x"  # type: ignore[misc]


@pytest.mark.parametrize("id", ["a", "vit-encoder-block", "2d"])
def test_slugs(id: str) -> None:
    content = {**specification(), "id": id, "function": "f"}
    assert ProblemSpec.model_validate(content).id == id


@pytest.mark.parametrize("id", ["", "A", "a_b", "a--b", "-a", "a\n", "../a", "a" * 65])
def test_refused_slugs(id: str) -> None:
    with pytest.raises(ValidationError):
        ProblemSpec.model_validate({**specification(), "id": id, "function": "f"})
