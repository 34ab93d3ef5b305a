"""A reference's answers as a test wants them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from app.domain.case import Case
from app.domain.problem import Problem


@dataclass
class FakeAnswers:
    """Answers for ``scaled-sum``, right unless a test replaces one."""

    output: Callable[[Case], np.ndarray] = lambda case: np.asarray(
        case.arguments["factor"] * case.arguments["x"].sum(axis=1)
    )
    wrong: dict[str, Callable[[Case], Any]] = field(default_factory=dict)

    def expected(self, problem: Problem, case: Case) -> np.ndarray:
        return self.output(case)

    def fresh(self, problem: Problem, case: Case) -> np.ndarray:
        return self.output(case)

    def pitfalls(self, problem: Problem, case: Case) -> dict[str, Any]:
        return {name: answer(case) for name, answer in self.wrong.items()}
