"""Submissions graded as the worker does it, each compared with what it must get."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection
from pathlib import Path

from app.bootstrap import PROBLEMS, REFERENCES
from app.domain.case import Case
from app.domain.cases import test_case
from app.domain.problem import Limits, Problem, SourceFile
from app.domain.report import Report
from app.library.catalog import Catalog
from app.ports import Runner
from app.services.judge import judge
from app.services.reference_answers import ReferenceAnswers
from app.store.expected_values import FileExpectedStore
from benchmarks.soaking.kinds import CASES, SLUG, Kind, kinds, weights


def problem() -> Problem:
    """The shipped problem."""
    return Catalog(PROBLEMS, REFERENCES, None).get(SLUG)


def _limited(problem: Problem, limits: Limits) -> Problem:
    spec = problem.spec.model_copy(update={"limits": limits})
    return problem.model_copy(update={"spec": spec})


def hand_ins(problem: Problem, seed: int, submissions: int) -> list[Kind]:
    """What is handed in, in order; each kind at least once where there is room."""
    chance = random.Random(f"submissions {seed}")
    all_kinds = kinds(problem)
    drawn = chance.choices(all_kinds, weights(all_kinds), k=max(0, submissions - len(all_kinds)))
    order = [*all_kinds, *drawn][:submissions]
    chance.shuffle(order)
    return order


class Grading:
    """Grades the submission of a number; safe to call from several threads."""

    def __init__(
        self, problem: Problem, runner: Runner, cache: Path, started: Callable[[], None]
    ) -> None:
        source = (REFERENCES / "answers.py").read_text(encoding="utf-8")
        asked = SourceFile(name="reference.answers", source=source)
        self._problem = problem
        self._runner = runner
        self._answers = ReferenceAnswers(runner, FileExpectedStore(cache), asked)
        self._started = started
        self._tests = {test.name: test for test in problem.spec.tests if test.name in CASES}
        self._fixed = {case.name: case for case in self._drawn("") if case.repeatable}

    def _drawn(self, submission_id: str, without: Collection[str] = ()) -> list[Case]:
        tests = [self._tests[name] for name in CASES if name not in without]
        return [test_case(self._problem.spec, test, submission_id) for test in tests]

    def _cases(self, submission_id: str) -> list[Case]:
        """Those of ``CASES``; what is the same for every submission was drawn once."""
        own = {case.name: case for case in self._drawn(submission_id, without=self._fixed)}
        return [(self._fixed | own)[name] for name in CASES]

    def fault(self, number: int, kind: Kind) -> str | None:
        """What is wrong with its verdicts; None when nothing is."""
        self._started()
        submission_id = f"soak-{number}"
        report = judge(
            _limited(self._problem, kind.limits),
            kind.source,
            self._cases(submission_id),
            runner=self._runner,
            answers=self._answers,
            clock=time.monotonic,
        )
        return _fault(f"{submission_id} ({kind.name})", kind, report)


def _fault(who: str, kind: Kind, report: Report) -> str | None:
    got = [(test.verdict, test.reason or "") for test in report.tests]
    wanted = kind.endings()
    if got == wanted:
        return None
    for test, ending, right in zip(report.tests, got, wanted, strict=False):
        if ending != right:
            said = f"{ending[0]} {ending[1]} for {right[0]} {right[1]}: {test.message} {test.fault}"
            return f'{who}, "{test.name}": {said}'
    return f"{who}: {len(got)} tests for {len(wanted)}"
