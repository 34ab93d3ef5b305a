import pytest

from app.services.claims.formulas import formulas_render
from tests.builders.problem import scaled_sum

BROKEN = r"\frac{1}{"


def test_formulas_that_can_be_shown_hold():
    texts = {"statement": "Add $x$:\n\n$$\\sum_j x_{ij}$$\n", "theory": "It costs $5 and $6.\n"}
    assert formulas_render(scaled_sum(**texts)).holds


@pytest.mark.parametrize(
    "text", ["One.\n\nAnd ${}$ so.\n", "One.\n\n$$\n{}\n$$\n", "a\n\n| ${}$ |\n|-|\n"]
)
@pytest.mark.parametrize("name", ["statement", "theory"])
def test_a_broken_one_in_a_text_is_named_with_its_line(name, text):
    row = formulas_render(scaled_sum(**{name: text.replace("{}", BROKEN)}))
    assert not row.holds
    assert row.detail.startswith(f"{name}.md:3: {BROKEN} (")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ({"hints": (f"So ${BROKEN}$.",)}, "problem.yaml, hints[0]"),
        ({"summary": f"So ${BROKEN}$."}, "problem.yaml, summary"),
    ],
)
def test_one_in_the_yaml_is_named_with_its_key(change, where):
    problem = scaled_sum()
    row = formulas_render(scaled_sum(spec=problem.spec.model_copy(update=change)))
    assert row.detail.startswith(f"{where}: ")


def test_the_formula_of_a_step_is_one_too():
    spec = scaled_sum().spec
    steps = (spec.steps[0].model_copy(update={"formula": BROKEN}), *spec.steps[1:])
    row = formulas_render(scaled_sum(spec=spec.model_copy(update={"steps": steps})))
    assert row.detail.startswith("problem.yaml, step total: ")
