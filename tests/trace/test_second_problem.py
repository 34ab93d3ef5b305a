"""Another problem is diagnosed without code of its own: from its graph and its texts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reference.softmax_cross_entropy_backward import graph
from tests.trace.corpus import Correct, Divergence, Faulty, Truth
from tests.trace.told import Grading

PROBLEM = "softmax-cross-entropy-backward"
SUBMISSIONS = Path(__file__).parents[2] / "problems" / PROBLEM / "submissions"


@pytest.fixture(scope="module")
def grading(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Grading]:
    grading = Grading(Path(tmp_path_factory.mktemp("data")), PROBLEM)
    yield grading
    grading.close()


FILES = {"float32": "float32_inside"}
"""Where the file is not called after the mistake."""

FAIR = {
    "log-probabilities": ["probabilities"],  # Its logarithm stands for the softmax itself.
    "labels-not-paired": ["difference"],  # No one-hot array is ever made.
}
"""Other names for the step that first goes wrong, in the solutions that are there."""


def fallen_into(pitfall: str) -> Faulty:
    name = FILES.get(pitfall, pitfall.replace("-", "_"))
    source = (SUBMISSIONS / "rejected" / f"{name}.py").read_text("utf-8")
    first, *others = [
        step
        for variant in graph.pitfalls[pitfall].variants
        for step in graph.pitfalls[pitfall].changes(variant)
    ] or list(graph.steps)
    truth = Truth(
        Divergence(first, frozenset(), pitfall, frozenset([*others, *FAIR.get(pitfall, [])])),
        (),
        "wrong_value",
    )
    return Faulty(pitfall, "", (), source, truth)


@pytest.mark.parametrize("pitfall", graph.pitfalls)
def test_each_of_its_mistakes_is_named_and_found(grading: Grading, pitfall: str) -> None:
    told = grading.told(fallen_into(pitfall))
    assert told.pitfalls == {pitfall}, told
    assert told.is_right_step, told
    assert told.lines, told


@pytest.mark.parametrize(
    "path", sorted((SUBMISSIONS / "accepted").glob("*.py")), ids=lambda p: p.stem
)
def test_no_right_solution_is_accused(grading: Grading, path: Path) -> None:
    said = grading.examined(Correct(path.stem, path.read_text("utf-8")))
    assert (said.reason, said.first_divergence, said.pitfalls) == (None, None, ())
