import numpy as np

from app.services.claims.trace_case import trace_case_tells_apart
from tests.builders.problem import scaled_sum
from tests.fakes.answers import FakeAnswers

RIGHT = FakeAnswers().output
VALUES = {"total": np.array([1.0, 2.0]), "output": np.array([1.25, 2.5])}
DESCRIBED = {"steps": [{"id": "total", "inputs": ["x"]}, {"id": "output", "inputs": ["factor"]}]}


def test_generic_values_tell_all_apart():
    answers = FakeAnswers(wrong={"no-factor": lambda case: RIGHT(case) + 1})
    rows = list(trace_case_tells_apart(scaled_sum(), VALUES, answers, DESCRIBED))
    assert [row.holds for row in rows] == [True, True]


def test_two_steps_with_the_same_numbers_are_named():
    values = {**VALUES, "output": np.array([2.0, 1.0])}
    steps, _ = trace_case_tells_apart(scaled_sum(), values, FakeAnswers(), DESCRIBED)
    assert not steps.holds
    assert "total and output" in steps.detail


def test_a_pitfall_that_changes_nothing_there_is_named():
    answers = FakeAnswers(wrong={"no-factor": RIGHT})
    _, pitfalls = trace_case_tells_apart(scaled_sum(), VALUES, answers, DESCRIBED)
    assert not pitfalls.holds
    assert "not seen on it: no-factor" in pitfalls.detail


def test_a_step_that_only_rearranges_its_input_is_no_fault():
    described = {"steps": [{"id": "total", "inputs": []}, {"id": "output", "inputs": ["total"]}]}
    values = {**VALUES, "output": np.array([2.0, 1.0])}
    steps, _ = trace_case_tells_apart(scaled_sum(), values, FakeAnswers(), described)
    assert steps.holds
