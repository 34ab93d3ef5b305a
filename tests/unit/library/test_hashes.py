"""The grading hash moves with verdicts, the content hash with everything, layout moves neither."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.domain.problem import Problem
from app.library.package import load_package
from tests.builders.package import (
    REFERENCE,
    REFERENCES,
    THEORY,
    Spec,
    specification,
    write_package,
    yaml_of,
)


def hashes(parent: Path, **changes: Any) -> tuple[str, str]:
    folder = write_package(parent, **changes)
    problem: Problem = load_package(folder, shipped=False, references=REFERENCES)
    return problem.grading_hash, problem.content_hash


def changed(change: Callable[[Spec], Any]) -> Spec:
    spec = specification()
    change(spec)
    return spec


GRADING: dict[str, Callable[[Spec], Any]] = {
    "tolerance": lambda s: s.update(tolerance={"rtol": 1e-6}),
    "limits": lambda s: s.update(limits={"wall_seconds": 3.0}),
    "literal argument": lambda s: s["tests"][0]["arguments"].update(factor=-2.0),
    "example argument": lambda s: s["examples"][0]["arguments"].update(factor=3.0),
    "seed": lambda s: s["tests"][1]["generate"].update(seed=8),
    "drawn dimension": lambda s: s["tests"][1]["generate"]["dimensions"].update(N=6),
    "drawn scalar": lambda s: s["tests"][1]["generate"]["scalars"].update(factor=2.5),
    "draw": lambda s: s["tests"][1]["generate"].update(draws={"x": {"scale": 2.0}}),
    "default draw": lambda s: s["parameters"][0].update(draw={"scale": 2.0}),
    "points": lambda s: s["tests"][1].update(points=3),
    "hidden": lambda s: s["tests"][1].update(hidden=True),
    "name of a test": lambda s: s["tests"][1].update(name="other"),
    "function": lambda s: s.update(function="total", starter="def total(x, factor): ..."),
}
CONTENT: dict[str, Callable[[Spec], Any]] = {
    "title": lambda s: s.update(title="Scaled Sum"),
    "why": lambda s: s["tests"][1].update(why="Because."),
    "explanation": lambda s: s["examples"][0].update(explanation="Count."),
    "description": lambda s: s["parameters"][0].update(description="rows"),
    "meaning of a dimension": lambda s: s["dimensions"].update(N="number of rows"),
    "hint": lambda s: s.update(hints=["Think."]),
    "pitfall": lambda s: s["pitfalls"].pop(),
    "decimals": lambda s: s["examples"][0].update(decimals=2),
    "trace case": lambda s: s["trace_case"].update(seed=12),
}


@pytest.mark.parametrize("name", GRADING)
def test_what_changes_verdicts_changes_both(tmp_path: Path, name: str) -> None:
    before = hashes(tmp_path / "a")
    after = hashes(tmp_path / "b", spec=changed(GRADING[name]))
    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("name", CONTENT)
def test_what_changes_words_changes_the_content_alone(tmp_path: Path, name: str) -> None:
    before = hashes(tmp_path / "a")
    after = hashes(tmp_path / "b", spec=changed(CONTENT[name]))
    assert before[0] == after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize(
    ("file", "text", "grading_too"),
    [
        ("theory.md", THEORY + "More.\n", False),
        ("statement.md", "Another.\n", False),
        ("submissions/accepted/more.py", "pass\n", False),
        ("reference.py", REFERENCE + "# more\n", True),
    ],
)
def test_files_beside_the_specification(
    tmp_path: Path, file: str, text: str, grading_too: bool
) -> None:
    before, after = hashes(tmp_path / "a"), hashes(tmp_path / "b", files={file: text})
    assert (before[0] != after[0]) is grading_too
    assert before[1] != after[1]


def test_layout_changes_nothing(tmp_path: Path) -> None:
    plain = yaml_of(specification())
    flow = yaml.safe_dump(specification(), default_flow_style=True, sort_keys=True)
    before = hashes(tmp_path / "a")
    assert hashes(tmp_path / "b", yaml_text="# comment\n\n" + plain) == before
    assert hashes(tmp_path / "c", yaml_text=flow) == before
    assert hashes(tmp_path / "d", yaml_text=plain.replace("\n", "\r\n")) == before
    assert hashes(tmp_path / "e", files={"theory.md": THEORY.replace("\n", "\r\n")}) == before


def test_another_way_to_write_a_number_voids_no_verdict(tmp_path: Path) -> None:
    spec = changed(lambda s: s["examples"][0]["arguments"].update(x=[[1.0, 2.0, 3], [4, 5, 6e0]]))
    assert hashes(tmp_path / "a")[0] == hashes(tmp_path / "b", spec=spec)[0]
