"""What a corpus of solutions is told, by the real sandbox, beside the truth."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from app import bootstrap
from app.domain.cases import submit_cases
from app.domain.diagnosis import Diagnosis
from app.domain.problem import Problem
from app.domain.verdict import Verdict
from app.services.diagnose import Diagnoser
from app.services.judge import judge
from app.settings import read_settings
from tests.trace.corpus import Correct, Faulty


@dataclass(frozen=True)
class Told:
    """One faulty solution, and what was said of it."""

    faulty: Faulty
    verdict: Verdict
    diagnosis: Diagnosis | None
    seconds: float

    @property
    def step(self) -> str | None:
        first = self.diagnosis and self.diagnosis.first_divergence
        return first.step if first else None

    @property
    def lines(self) -> set[int]:
        """Where the value is made, and the line of the entry function that led there."""
        first = self.diagnosis and self.diagnosis.first_divergence
        return {line for line in (first.line, first.call_line) if line} if first else set()

    @property
    def pitfalls(self) -> frozenset[str]:
        return frozenset(p.id for p in self.diagnosis.pitfalls) if self.diagnosis else frozenset()

    @property
    def is_right_step(self) -> bool:
        truth = self.faulty.truth.first
        return self.step == truth.step or self.step in truth.accept

    @property
    def is_right_line(self) -> bool:
        return bool(self.lines & self.faulty.truth.first.lines)

    @property
    def names_pitfalls(self) -> bool:
        return self.faulty.truth.pitfalls <= self.pitfalls

    @property
    def names_others(self) -> bool:
        """Whether a mistake is named that was not made."""
        return not self.pitfalls <= self.faulty.truth.pitfalls

    def __str__(self) -> str:
        truth = self.faulty.truth
        wanted = f"{truth.first.step} at {sorted(truth.first.lines)} {sorted(truth.pitfalls)}"
        said = f"{self.step} at {sorted(self.lines)} {sorted(self.pitfalls)}"
        return f"{self.faulty.name}: it is {wanted}, told was {said}, {1000 * self.seconds:.0f} ms"


class Grading:
    """Grades and diagnoses as the command line does."""

    def __init__(self, folder: Path, problem: str = "vit-encoder-block") -> None:
        settings = read_settings({"TRACEGRADE_DATA": str(folder)})
        self._runner = bootstrap.runner(settings)
        self._answers = bootstrap.answers(settings, self._runner)
        self._diagnoser = Diagnoser(self._runner, self._answers)
        self.problem: Problem = bootstrap.catalog(settings).get(problem)
        self._cases = submit_cases(self.problem, "any")

    def told(self, faulty: Faulty) -> Told:
        report = judge(
            self.problem,
            faulty.source,
            self._cases,
            runner=self._runner,
            answers=self._answers,
            clock=time.perf_counter,
        )
        began = time.perf_counter()
        diagnosis = self._diagnoser.diagnose(self.problem, faulty.source, self._cases, report)
        return Told(faulty, report.verdict, diagnosis, time.perf_counter() - began)

    def examined(self, correct: Correct) -> Diagnosis:
        return self._diagnoser.examine(self.problem, correct.source)

    def close(self) -> None:
        self._runner.close()


def all_told(
    corpus: Iterable[Faulty], each: Callable[[Told], object] = lambda told: None
) -> Iterator[Told]:
    """One after another; ``each`` is called with every one."""
    with TemporaryDirectory() as folder:
        grading = Grading(Path(folder))
        try:
            for faulty in corpus:
                told = grading.told(faulty)
                each(told)
                yield told
        finally:
            grading.close()


@dataclass(frozen=True)
class Shares:
    """Of a corpus, from 0 to 1."""

    step: float
    line: float
    pitfall: float
    count: int
    with_pitfall: int
    others_named: int


def shares(all: list[Told]) -> Shares:
    with_pitfall = [told for told in all if told.faulty.truth.pitfalls]
    return Shares(
        step=sum(told.is_right_step for told in all) / len(all),
        line=sum(told.is_right_line for told in all) / len(all),
        pitfall=sum(told.names_pitfalls for told in with_pitfall) / max(1, len(with_pitfall)),
        count=len(all),
        with_pitfall=len(with_pitfall),
        others_named=sum(told.names_others for told in all),
    )
