"""Asking a reference, with a sandbox in memory."""

from __future__ import annotations

import inspect

import numpy as np
import pytest

from app.domain.cases import submit_cases, trace_case
from app.domain.problem import SourceFile
from app.services.reference_answers import ReferenceAnswers, ReferenceFailed, ReferenceNotRun
from app.store.expected_values import MemoryExpectedStore
from reference.diagnosis.answer import diagnose
from sandbox.protocol import (
    Frame,
    RaisedError,
    RunResult,
    RunStatus,
    RuntimeInfo,
    SandboxError,
    SandboxUnavailable,
    Tier,
)
from tests.builders.problem import scaled_sum
from tests.fakes.runner import FakeRunner

FILES = (
    SourceFile(name="reference", source=""),
    SourceFile(name="reference.scaled_sum", source="the reference"),
)
PROBLEM = scaled_sum(reference=FILES)
CASES = submit_cases(PROBLEM, "any")
CASE = next(case for case in CASES if case.repeatable)
FRESH = next(case for case in CASES if not case.repeatable)
ASKING = SourceFile(name="reference.answers", source="def answer")


def output(inputs):
    return inputs["factor"] * inputs["x"].sum(axis=1)


def make(wants=None, store=None, runtime=None, asking=ASKING):
    runner = FakeRunner(authors={"output": output} | (wants or {}))
    runner.runtime = runtime or runner.runtime
    return ReferenceAnswers(runner, store or MemoryExpectedStore(), asking), runner


def test_the_reference_is_sent_to_the_authors_lane_and_asked_there():
    answers, runner = make()
    value = answers.expected(PROBLEM, CASE)
    np.testing.assert_array_equal(value, output(CASE.arguments))
    (request,) = runner.author_requests
    assert [(m.name, m.source) for m in request.modules] == [
        ("reference", ""),
        ("reference.scaled_sum", "the reference"),
        ("reference.answers", "def answer"),
    ]
    assert request.function == "answer"
    assert list(request.arguments) == ["module", "want", "inputs", "options"]
    assert request.arguments["module"] == "reference.scaled_sum"
    assert request.limits.cpu_seconds > PROBLEM.spec.limits.cpu_seconds
    assert not runner.learner_requests


def test_a_repeatable_answer_is_asked_for_once():
    answers, runner = make()
    first, second = (answers.expected(PROBLEM, CASE) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert first is not second
    assert len(runner.author_requests) == 1


def test_a_case_drawn_for_one_submission_is_not_kept():
    answers, runner = make()
    answers.expected(PROBLEM, FRESH)
    answers.expected(PROBLEM, FRESH)
    assert len(runner.author_requests) == 2


def test_a_fresh_answer_does_not_come_from_the_cache():
    answers, runner = make()
    answers.expected(PROBLEM, CASE)
    answers.fresh(PROBLEM, CASE)
    assert len(runner.author_requests) == 2


OTHER_NUMPY = RuntimeInfo(Tier.NAMESPACES, "3.11.0", "2.0.1", "test")
OTHER_KERNEL = RuntimeInfo(Tier.NAMESPACES, "3.11.0", "2.0.0", "other")
OTHER_TIER = RuntimeInfo(Tier.FLAT, "3.11.0", "2.0.0", "test")


@pytest.mark.parametrize(
    ("change", "asked"),
    [
        ({}, 1),
        ({"runtime": OTHER_NUMPY}, 2),
        ({"runtime": OTHER_KERNEL}, 2),
        ({"runtime": OTHER_TIER}, 1),
        ({"asking": SourceFile(name="reference.answers", source="other")}, 2),
        ({"problem": scaled_sum(reference=FILES, grading_hash="c" * 64)}, 2),
        ({"problem": scaled_sum(reference=FILES, content_hash="c" * 64)}, 1),
        ({"case": trace_case(PROBLEM)}, 2),
    ],
)
def test_the_cache_depends_on_all_that_decides_a_value_and_on_nothing_else(change, asked):
    store = MemoryExpectedStore()
    first, runner = make(store=store)
    first.expected(PROBLEM, CASE)
    problem, case = change.pop("problem", PROBLEM), change.pop("case", CASE)
    second, other = make(store=store, **change)
    second.expected(problem, case)
    assert len(runner.author_requests) + len(other.author_requests) == asked


def test_steps_pitfalls_and_description_are_kept_apart():
    steps = {"total": np.ones(2)}
    pitfalls = {"no-factor": np.ones(2), "odd": {"error": "no"}}
    described = {"steps": [], "pitfalls": [], "output": "output"}
    answers, runner = make(
        {"steps": lambda _: steps, "pitfalls": lambda _: pitfalls, "describe": lambda _: described}
    )
    for _ in range(2):
        assert answers.steps(PROBLEM, CASE)["total"].tolist() == [1, 1]
        assert answers.pitfalls(PROBLEM, CASE)["odd"] == {"error": "no"}
        assert answers.describe(PROBLEM) == described
    assert len(runner.author_requests) == 3


ERROR = RaisedError("ValueError", "no", (Frame(3, "total", "reference.scaled_sum.py"),))


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (lambda _: None, "it returned a NoneType, not an array"),
        (lambda _: np.zeros(77), "its shape is (77,)"),
        (lambda _: np.full(len(CASE.arguments["x"]), np.nan), "it holds NaN"),
        (
            RunResult(status=RunStatus.EXCEPTION, error=ERROR),
            "ValueError: no at reference.scaled_sum.py:3",
        ),
        (RunResult(status=RunStatus.CPU_LIMIT), "cpu_limit"),
        (RunResult(status=RunStatus.SANDBOX_FAILED, detail="it died"), "sandbox_failed it died"),
        (lambda _: np.array([None]), "it returned a numpy.ndarray that cannot leave the sandbox"),
        (SandboxError("it died"), "it died"),
        (ValueError("too much"), "too much"),
    ],
)
def test_a_reference_that_cannot_be_used_fails_with_its_reason(step, why):
    answers, _ = make({"output": step})
    with pytest.raises(ReferenceFailed) as caught:
        answers.expected(PROBLEM, CASE)
    assert why in caught.value.message
    assert f'reference of scaled-sum failed on "{CASE.name}"' in caught.value.message
    assert "problem check scaled-sum" in caught.value.advice


def test_a_failure_is_not_kept():
    answers, _ = make({"output": [RunResult(status=RunStatus.CPU_LIMIT), output]})
    with pytest.raises(ReferenceFailed):
        answers.expected(PROBLEM, CASE)
    assert answers.expected(PROBLEM, CASE) is not None


@pytest.mark.parametrize("want", ["steps", "pitfalls", "describe"])
def test_an_answer_that_is_no_mapping_is_a_failure(want):
    answers, _ = make({want: lambda _: [1]})
    ask = {
        "steps": lambda: answers.steps(PROBLEM, CASE),
        "pitfalls": lambda: answers.pitfalls(PROBLEM, CASE),
        "describe": lambda: answers.describe(PROBLEM),
    }[want]
    with pytest.raises(ReferenceFailed, match="no mapping"):
        ask()


def test_a_step_that_is_no_array_is_a_failure():
    answers, _ = make({"steps": lambda _: {"total": 1}})
    with pytest.raises(ReferenceFailed, match="no array"):
        answers.steps(PROBLEM, CASE)


def test_without_a_sandbox_the_reference_fails():
    missing = SandboxUnavailable("no user namespaces")
    answers, _ = make(runtime=missing)
    with pytest.raises(ReferenceFailed, match="no user namespaces"):
        answers.expected(PROBLEM, CASE)


def test_ok_without_a_description_is_a_failure():
    answers, _ = make({"output": RunResult(status=RunStatus.OK)})
    with pytest.raises(ReferenceFailed):
        answers.expected(PROBLEM, CASE)


def test_a_reference_that_the_sandbox_did_not_run_is_told_apart():
    answers, _ = make({"output": RunResult(status=RunStatus.SANDBOX_FAILED)})
    with pytest.raises(ReferenceNotRun):
        answers.expected(PROBLEM, CASE)


OBSERVED = {
    "seconds": 0.5,
    "checks": [],
    "lengths": [2, 3],
    "trace": {"stacks": []},
    "finished": True,
    "output": None,
}
SEARCH = (
    SourceFile(name="reference.diagnosis", source=""),
    SourceFile(name="reference.diagnosis.answer", source="def diagnose"),
)


def searching(step):
    runner = FakeRunner(authors={"diagnose": step})
    return ReferenceAnswers(runner, MemoryExpectedStore(), ASKING, SEARCH), runner


def test_the_search_for_mistakes_runs_beside_the_reference_in_the_authors_lane():
    answers, runner = searching(lambda _: {"steps": []})
    assert answers.mistakes(PROBLEM, CASE, **OBSERVED) == {"steps": []}
    (request,) = runner.author_requests
    assert [m.name for m in request.modules] == [f.name for f in (*FILES, *SEARCH)]
    assert request.function == "diagnose"
    assert request.arguments["module"] == "reference.scaled_sum"
    assert request.arguments["tolerance"] == PROBLEM.spec.tolerance.model_dump()
    assert {name: request.arguments[name] for name in OBSERVED} == OBSERVED


def test_the_arguments_stand_in_the_order_in_which_the_search_takes_them():
    answers, runner = searching(lambda _: {})
    answers.mistakes(PROBLEM, CASE, **OBSERVED)
    (request,) = runner.author_requests
    assert list(request.arguments) == list(inspect.signature(diagnose).parameters)


def test_what_is_found_of_one_solution_is_kept_for_none():
    answers, runner = searching([lambda _: {"one": 1}, lambda _: {"other": 2}])
    assert answers.mistakes(PROBLEM, CASE, **OBSERVED) == {"one": 1}
    assert answers.mistakes(PROBLEM, CASE, **OBSERVED) == {"other": 2}
    assert len(runner.author_requests) == 2


@pytest.mark.parametrize(
    "step", [RunResult(status=RunStatus.CPU_LIMIT), SandboxError("no"), ValueError("too much")]
)
def test_a_search_that_fails_is_the_references_failure(step):
    answers, _ = searching(step)
    with pytest.raises(ReferenceFailed, match="reference of scaled-sum failed"):
        answers.mistakes(PROBLEM, CASE, **OBSERVED)
