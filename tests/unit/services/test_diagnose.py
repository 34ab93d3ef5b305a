"""Diagnosing one source of the tiny problem, with a sandbox in memory."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.domain.cases import submit_cases, trace_case
from app.domain.problem import SourceFile
from app.services.diagnose import Diagnoser, is_diagnosed
from app.services.reference_answers import ReferenceAnswers, ReferenceFailed
from app.store.expected_values import MemoryExpectedStore
from sandbox.protocol import Frame, RaisedError, RunResult, RunStatus, SandboxError, Trace
from tests.builders.judging import judged, right
from tests.builders.problem import scaled_sum
from tests.fakes.runner import FakeRunner, ok

PROBLEM = scaled_sum(reference=(SourceFile(name="reference.scaled_sum", source="reference"),))
CASES = submit_cases(PROBLEM, "any")
TRACE_CASE = trace_case(PROBLEM)
ASKING = SourceFile(name="reference.answers", source="def answer")
SEARCH = (SourceFile(name="reference.diagnosis.answer", source="def diagnose"),)
TRACE = Trace(
    spans=np.array([[3, 4, 3, 9]]),
    calls=np.array([[-1, -1]]),
    records=np.array([[0, 0, -1, 0, 0]]),
    stacks=(np.ones((1, 2)),),
)


def unscaled(x, factor):
    return x.sum(axis=1)


def wrong_on_long(x, factor):
    return right(x, factor) if len(x) == len(TRACE_CASE.arguments["x"]) else unscaled(x, factor)


def output(inputs):
    return inputs["factor"] * inputs["x"].sum(axis=1)


def facts(_inputs=None, **changes):
    mistake = {
        "step": "output",
        "span": [3, 4, 3, 9],
        "call": [3, 4, 3, 9],
        "isolated": True,
        "relation": {"kind": "factor", "factor": 0.8},
        "yours": np.ones(2),
        "expected": np.full(2, 1.25),
    }
    step = {"id": "output", "state": "first", "line": 3, "shape": [2], "error": 0.5}
    told = {"steps": [step], "mistakes": [mistake], "pitfalls": [], "next": None}
    return {**told, "explained": True, "complete": True, "right": False, **changes}


class Watched(FakeRunner):
    """Gives a trace where one is asked for; ``changed`` makes of a watched run what it becomes."""

    def __init__(self, step, changed=None, trace=TRACE, **authors):
        super().__init__({"code": step}, {"output": output, "diagnose": facts, **authors})
        self.changed = changed or (lambda result: result)
        self.given = trace

    def run(self, request, **options):
        result = super().run(request, **options)
        if request.trace is None:
            return result
        return self.changed(replace(result, trace=self.given))

    @property
    def searched(self):
        """What the search was asked."""
        return [r.arguments for r in self.author_requests if r.function == "diagnose"]


def diagnosed(runner, *, step=unscaled, cases=CASES, report=None):
    answers = ReferenceAnswers(runner, MemoryExpectedStore(), ASKING, SEARCH)
    report = report or judged(step, cases=cases)
    return Diagnoser(runner, answers).diagnose(PROBLEM, "code", cases, report)


def test_an_accepted_solution_is_not_looked_at():
    runner, report = Watched(right), judged(right)
    assert not is_diagnosed(report)
    assert diagnosed(runner, report=report) is None
    assert not runner.learner_requests
    assert not runner.author_requests


def test_a_wrong_solution_is_looked_at_on_the_trace_case_first():
    runner = Watched(unscaled)
    found = diagnosed(runner)
    assert (found.case, found.public, found.confidence) == (TRACE_CASE.name, True, "certain")
    assert found.first_divergence.line == 3
    assert found.compared is not None
    plain, traced = runner.learner_requests[:2]
    assert (plain.trace, traced.trace is None) == (None, False)
    assert plain.arguments is traced.arguments
    np.testing.assert_array_equal(plain.arguments["x"], TRACE_CASE.arguments["x"])
    assert runner.alone[:2] == [True, True]


def test_the_search_gets_the_trace_as_plain_arrays_and_further_cases():
    runner = Watched(unscaled)
    diagnosed(runner)
    (asked,) = runner.searched
    assert set(asked["trace"]) == {"spans", "calls", "records", "stacks"}
    assert asked["lengths"] == list(PROBLEM.spec.trace_case.dimensions.values())
    assert asked["tolerance"] == PROBLEM.spec.tolerance.model_dump()
    np.testing.assert_array_equal(asked["output"], unscaled(**TRACE_CASE.arguments))
    assert asked["finished"]
    assert len(asked["checks"]) > 1
    first = asked["checks"][0]
    assert not np.array_equal(first["inputs"]["x"], TRACE_CASE.arguments["x"]), "drawn anew"
    for check in asked["checks"]:
        np.testing.assert_array_equal(check["output"], unscaled(**check["inputs"]))


def test_where_the_trace_case_is_right_a_failing_visible_test_is_looked_at():
    found = diagnosed(Watched(wrong_on_long), step=wrong_on_long)
    failed = next(case for case in CASES if case.name == found.case)
    assert not failed.hidden
    assert (found.public, found.compared is None) == (True, False)


def test_of_a_hidden_test_no_value_is_told():
    hidden = [case for case in CASES if case.hidden]
    assert hidden
    found = diagnosed(Watched(wrong_on_long), step=wrong_on_long, cases=hidden)
    assert (found.case, found.public) == (hidden[0].name, False)
    assert found.first_divergence.line == 3
    assert (found.compared, found.relation) == (None, None)
    assert found == found.without_values()


def test_where_nothing_fails_any_more_there_is_no_diagnosis():
    runner, report = Watched(right), judged(unscaled)
    answers = ReferenceAnswers(runner, MemoryExpectedStore(), ASKING, SEARCH)
    assert Diagnoser(runner, answers).diagnose(PROBLEM, "code", [], report) is None


def one_bit_more(result):
    value = result.returned.value.copy()
    value[0] = np.nextafter(value[0], np.inf)
    return replace(result, returned=replace(result.returned, value=value))


def as_float32(result):
    value = result.returned.value.astype(np.float32)
    return replace(ok(value), trace=result.trace)


@pytest.mark.parametrize(
    "changed",
    [
        one_bit_more,
        as_float32,
        lambda result: replace(result, stdout="text"),
        lambda result: replace(result, inputs_modified=("x",)),
        lambda result: replace(result, status=RunStatus.EXCEPTION, returned=None),
        lambda result: replace(result, status=RunStatus.UNFINISHED, returned=None),
        lambda result: replace(result, returned=None),
    ],
)
def test_a_run_that_watching_changes_says_nothing(changed):
    runner = Watched(unscaled, changed)
    found = diagnosed(runner)
    assert (found.first_divergence, found.confidence) == (None, "unknown")
    assert "watched" in found.reason
    assert not runner.searched


def raised(line=4, message="no"):
    frames = (Frame(2, "scaled_sum"), Frame(line, "total"))
    return RunResult(status=RunStatus.EXCEPTION, error=RaisedError("ValueError", message, frames))


@pytest.mark.parametrize("other", [raised(line=5), raised(message="other")])
def test_another_exception_or_line_when_watched_says_nothing(other):
    runner = Watched(raised(), lambda result: replace(other, trace=TRACE))
    found = diagnosed(runner, step=raised())
    assert "watched" in found.reason


def test_an_exception_is_told_at_its_line_after_the_steps_that_were_reached():
    runner = Watched(raised(), diagnose=lambda _: facts(mistakes=[], next="output"))
    first = diagnosed(runner, step=raised()).first_divergence
    assert (first.step, first.line, first.call_line) == ("output", 4, 2)
    (asked,) = runner.searched
    assert (asked["output"], asked["finished"], asked["checks"]) == (None, False, [])


def test_a_run_without_a_trace_says_so():
    found = diagnosed(Watched(unscaled, trace=None))
    assert "could not be recorded" in found.reason
    assert found.confidence == "unknown"


@pytest.mark.parametrize("status", [RunStatus.CPU_LIMIT, RunStatus.WALL_LIMIT])
def test_of_a_run_whose_time_was_up_the_last_line_recorded_is_told(status):
    late = RunResult(status=status)
    runner = Watched(
        late,
        lambda result: replace(result, status=RunStatus.UNFINISHED),
        diagnose=lambda _: facts(mistakes=[], next="total"),
    )
    found = diagnosed(runner, step=late)
    assert (found.first_divergence.step, found.first_divergence.line) == ("total", 3)
    assert runner.learner_requests[0].limits.cpu_seconds <= 1.0


@pytest.mark.parametrize(
    "answer",
    [
        RunResult(status=RunStatus.CPU_LIMIT),
        SandboxError("it died"),
        lambda _: None,
        lambda _: {"steps": "nonsense"},
        lambda _: facts(steps=[{"id": "unheard of"}]),
    ],
)
def test_a_search_that_fails_is_the_references_failure(answer):
    with pytest.raises(ReferenceFailed) as caught:
        diagnosed(Watched(unscaled, diagnose=answer))
    assert "problem check scaled-sum" in caught.value.advice


def test_a_sandbox_that_fails_is_not_the_learners_fault():
    with pytest.raises(SandboxError):
        diagnosed(Watched(SandboxError("it died")))


def test_a_solution_is_examined_on_the_trace_case_whether_or_not_it_is_right():
    runner = Watched(right, diagnose=lambda _: facts(mistakes=[]))
    answers = ReferenceAnswers(runner, MemoryExpectedStore(), ASKING, SEARCH)
    found = Diagnoser(runner, answers).examine(PROBLEM, "code")
    assert (found.case, found.first_divergence) == (TRACE_CASE.name, None)
    (asked,) = runner.searched
    assert asked["checks"] == []
