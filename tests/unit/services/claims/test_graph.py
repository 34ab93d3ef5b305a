from itertools import count

import numpy as np

from app.services.claims.graph import names_agree, reference_repeats, shapes_as_declared
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers

STEPS = [{"id": "total"}, {"id": "output"}]
PITFALLS = [{"id": "sum-over-rows"}, {"id": "no-factor"}]


def test_texts_and_graph_that_name_the_same_agree():
    rows = list(names_agree(scaled_sum(), {"steps": STEPS, "pitfalls": PITFALLS}))
    assert [row.holds for row in rows] == [True, True]


def test_a_step_only_on_one_side_is_named_with_its_side():
    steps, _ = names_agree(
        scaled_sum(), {"steps": [STEPS[1], {"id": "extra"}], "pitfalls": PITFALLS}
    )
    assert not steps.holds
    assert "in problem.yaml but not in the graph: total" in steps.detail
    assert "in the graph but not in problem.yaml: extra" in steps.detail


def test_the_order_of_the_steps_matters_that_of_pitfalls_not():
    described = {"steps": STEPS[::-1], "pitfalls": PITFALLS[::-1]}
    steps, pitfalls = names_agree(scaled_sum(), described)
    assert not steps.holds
    assert "another order" in steps.detail
    assert pitfalls.holds


def test_a_step_of_another_shape_is_named():
    row = shapes_as_declared(scaled_sum(), {"total": np.ones(3), "output": np.ones(2)})
    assert not row.holds
    assert "total is (3,), declared [N]" in row.detail


def test_a_dimension_of_no_argument_keeps_the_length_it_had_first():
    problem = scaled_sum()
    steps = tuple(step.model_copy(update={"shape": ("K",)}) for step in problem.spec.steps)
    problem = scaled_sum(spec=problem.spec.model_copy(update={"steps": steps}))
    assert shapes_as_declared(problem, {"total": np.ones(7), "output": np.ones(7)}).holds
    assert not shapes_as_declared(problem, {"total": np.ones(7), "output": np.ones(6)}).holds


def test_a_reference_that_differs_from_itself_is_found():
    assert reference_repeats(scaled_sum(), FakeAnswers()).holds
    ticks = count()
    random = FakeAnswers(output=lambda case: np.array([float(next(ticks))]))
    assert not reference_repeats(scaled_sum(), random).holds
