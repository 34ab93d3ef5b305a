"""What is computed: sources as learners hand them in, inputs, and the right results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from sandbox.protocol import Value

TESTS = 10
_SUBMISSION = "helper_functions.py"
_SLOW_CUBE, _CUBE = "u**3", "u * u * u"
"""NumPy's power takes most of the block's time on some processors: more than the sandbox's."""

_DIMENSIONS = {"B": 2, "N": 16, "D": 64, "H": 4, "M": 256}
_TRIVIAL = "def add_one(x):\n    return x + 1.0\n"


@dataclass(frozen=True, slots=True)
class Work:
    """A source, its function, the arguments of each test by name, and the shape (float64) of what
    it returns.
    """

    name: str
    source: str
    function: str
    cases: tuple[dict[str, Value], ...]
    shape: tuple[int, ...]

    def packed(self) -> dict[str, Value]:
        """For another process."""
        return {
            "name": self.name,
            "source": self.source,
            "function": self.function,
            "cases": list(self.cases),
            "shape": list(self.shape),
        }


def unpacked(value: dict[str, Value]) -> Work:
    """The inverse of ``Work.packed``."""
    name, source, function, cases, shape = value.values()
    return Work(name, source, function, tuple(cases), tuple(shape))  # type: ignore[arg-type]


class Wrong(Exception):
    """A variant computed something else than the reference: its times mean nothing."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A work and the reference's results."""

    work: Work
    expected: tuple[np.ndarray, ...]

    def check(self, who: str, results: Sequence[Value]) -> None:
        """Raises ``Wrong`` unless ``results`` are those of the first tests."""
        for result, expected in zip(results, self.expected, strict=False):
            if not isinstance(result, np.ndarray) or result.shape != expected.shape:
                raise Wrong(f"{who}, {self.work.name}: no array of shape {expected.shape}")
            if not np.allclose(result, expected, rtol=1e-8, atol=1e-8):
                raise Wrong(f"{who}, {self.work.name}: not what the reference returns")


def trivial() -> Checked:
    """One addition: what is left is the cost of a run."""
    xs = [np.linspace(0.0, float(test), 4) for test in range(TESTS)]
    cases: tuple[dict[str, Value], ...] = tuple({"x": x} for x in xs)
    work = Work("trivial", _TRIVIAL, "add_one", cases, (4,))
    return Checked(work, tuple(x + 1.0 for x in xs))


def vit_block() -> Checked:
    """The encoder block of the shipped problem: one of its accepted submissions, inputs drawn as
    those of its tests, results of its reference from the author's lane.
    """
    from app.bootstrap import PROBLEMS, REFERENCES
    from app.domain.case import Case
    from app.domain.cases import arguments_key, drawn_arguments
    from app.domain.problem import Generated, SourceFile
    from app.library.catalog import Catalog
    from app.runner.pooled import PooledRunner
    from app.services.reference_answers import ReferenceAnswers
    from app.store.expected_values import FileExpectedStore

    problem = Catalog(PROBLEMS, REFERENCES, None).get("vit-encoder-block")
    folder = PROBLEMS / problem.slug / "submissions" / "accepted"
    source = (folder / _SUBMISSION).read_text(encoding="utf-8")
    assert _SLOW_CUBE in source
    source = source.replace(_SLOW_CUBE, _CUBE)
    answers = (REFERENCES / "answers.py").read_text(encoding="utf-8")
    cases = []
    for seed in range(TESTS):
        generated = Generated(seed=seed, dimensions=_DIMENSIONS)
        arguments = drawn_arguments(problem.spec, generated, seed)
        cases.append(Case(f"{seed}", False, 0, "", arguments, arguments_key(arguments)))
    runner = PooledRunner()
    try:
        with TemporaryDirectory() as cache:
            store = FileExpectedStore(Path(cache))
            asked = SourceFile(name="reference.answers", source=answers)
            reference = ReferenceAnswers(runner, store, asked)
            expected = tuple(reference.fresh(problem, case) for case in cases)
    finally:
        runner.close()
    inputs = tuple(dict(case.arguments) for case in cases)
    function = problem.spec.function
    return Checked(Work("ViT block", source, function, inputs, expected[0].shape), expected)
