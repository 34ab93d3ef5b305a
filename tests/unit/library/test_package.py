"""A package is read whole, or refused with the complete list of its faults."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.domain.problem import Problem
from app.library.faults import Fault, PackageInvalid
from app.library.package import load_package
from tests.builders.package import REFERENCES, Spec, specification, write_package, yaml_of


def load(folder: Path, *, shipped: bool = False, references: Path = REFERENCES) -> Problem:
    return load_package(folder, shipped=shipped, references=references)


def faults_of(folder: Path) -> tuple[Fault, ...]:
    with pytest.raises(PackageInvalid) as info:
        load(folder)
    return info.value.faults


def changed(*changes: Callable[[Spec], Any]) -> Spec:
    spec = specification()
    for change in changes:
        change(spec)
    return spec


def test_a_valid_package(tmp_path: Path) -> None:
    problem = load(write_package(tmp_path))
    assert problem.slug == "scaled-sum"
    assert problem.spec.function == "scaled_sum"
    assert [file.name for file in problem.reference] == [
        "reference",
        "reference.steps",
        "reference.scaled_sum",
    ]
    assert problem.reference[1].source == (REFERENCES / "steps.py").read_text(encoding="utf-8")
    assert problem.accepted[0].name == "one_line.py"
    assert problem.rejected[0].expects == "wrong_value"
    assert problem.accepted[0].expects is None
    assert problem.spec.examples[0].arguments["x"] == [[1, 2, 3], [4, 5, 6]]
    assert not problem.shipped


BROKEN: dict[str, tuple[Callable[[Spec], Any], list[tuple[str, str]]]] = {
    "missing key": (
        lambda s: s.pop("summary"),
        [("summary", "this key is missing")],
    ),
    "unknown key": (
        lambda s: s.update(toleranse={"rtol": 1e-6}),
        [("toleranse", "this key is not known")],
    ),
    "wrong type": (
        lambda s: s["tests"][0].update(points="1"),
        [("tests[0].points", "must be a whole number")],
    ),
    "wrong choice": (
        lambda s: s.update(difficulty="hart"),
        [("difficulty", "must be easy, medium or hard")],
    ),
    "two kinds of seed": (
        lambda s: s["tests"][1]["generate"].update(seed="per_person"),
        [("tests[1].generate.seed", "must be a whole number or must be per_submission")],
    ),
    "wrong folder name": (
        lambda s: s.update(id="scaled-sums", function="scaled_sum"),
        [("id", "the id is scaled-sums, the folder is scaled-sum")],
    ),
    "ragged rows": (
        lambda s: s["tests"][0]["arguments"].update(x=[[1, 2], [3]]),
        [("tests[0].arguments.x[1]", "this list has 1 items where the one before it has 2")],
    ),
    "keyword": (
        lambda s: s.update(function="lambda", starter="def lambda(): ..."),
        [("function", "lambda is a keyword of Python")],
    ),
    "no drawn test": (
        lambda s: s["tests"].pop(),
        [("tests", "no hidden test is drawn anew for each submission")],
    ),
    "square trace case": (
        lambda s: s["trace_case"].update(dimensions={"N": 3, "D": 3}),
        [("trace_case.dimensions.D", "D and N are both 3")],
    ),
    "unknown anchor": (
        lambda s: s["pitfalls"][0].update(theory="sums-along-axis"),
        [
            (
                "pitfalls[0].theory",
                "theory.md has no heading with the anchor sums-along-axis",
            )
        ],
    ),
    "path trick": (
        lambda s: s.update(reference="../other/reference"),
        [("reference", "'../other/reference' names no reference")],
    ),
    "another's reference": (
        lambda s: s.update(reference="vit_encoder_block"),
        [("reference", "'vit_encoder_block' names no reference")],
    ),
    "null": (
        lambda s: (s.clear(), s.update(id="scaled-sum")),
        [
            (key, "this key is missing")
            for key in sorted(specification().keys() - {"id", "hints", "pitfalls"})
        ],
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_specifications(tmp_path: Path, name: str) -> None:
    change, expected = BROKEN[name]
    found = faults_of(write_package(tmp_path, spec=changed(change)))
    assert sorted((fault.key, fault.message) for fault in found) == expected
    assert all(fault.file == "problem.yaml" and fault.advice and fault.line for fault in found)


def test_an_unknown_dimension_is_told_where_it_stands(tmp_path: Path) -> None:
    spec = changed(lambda s: s["returns"].update(shape="[M]"))
    (fault,) = faults_of(write_package(tmp_path, spec=spec))
    assert (fault.key, fault.message) == ("returns.shape", "M is not one of the dimensions")


def test_the_nearest_known_key_is_suggested(tmp_path: Path) -> None:
    spec = changed(lambda s: s["tests"][1]["generate"].update(dimension={"N": 1}))
    (fault,) = faults_of(write_package(tmp_path, spec=spec))
    assert fault.key == "tests[1].generate.dimension"
    assert fault.advice == "did you mean dimensions?"


def test_the_line_is_the_one_to_change(tmp_path: Path) -> None:
    text = yaml_of(specification()).replace("points: 2", "points: -2", 1)
    (fault,) = faults_of(write_package(tmp_path, yaml_text=text))
    assert text.splitlines()[(fault.line or 0) - 1].strip() == "points: -2"
    assert (fault.message, fault.advice) == ("must be at least 0", "it is -2")


def test_faults_of_every_kind_are_told_at_once(tmp_path: Path) -> None:
    spec = changed(
        lambda s: s.update(titel="Scaled sum", difficulty="hart"),
        lambda s: s["tests"][0].update(points=-1),
        lambda s: s["tests"][1]["generate"]["dimensions"].update(K=3),
        lambda s: s["pitfalls"][0].update(theory="nowhere"),
    )
    text = yaml_of(spec).replace("hidden: true", "hidden: yes")
    files: dict[str, str | bytes | None] = {
        "statement.md": None,
        "reference.py": None,
        "submissions/accepted/one_line.py": None,
        "submissions/rejected/no_factor.py": "# verdict: wrong\npass\n",
    }
    found = faults_of(write_package(tmp_path, yaml_text=text, files=files))
    assert [(fault.file, fault.key) for fault in found] == [
        ("problem.yaml", "difficulty"),
        ("problem.yaml", "tests[0].points"),
        ("problem.yaml", "tests[1].generate.dimensions.K"),
        ("problem.yaml", "tests[2].hidden"),
        ("problem.yaml", "pitfalls[0].theory"),
        ("problem.yaml", "titel"),
        ("reference.py", ""),
        ("statement.md", ""),
        ("submissions/accepted", ""),
        ("submissions/rejected/no_factor.py", ""),
    ]


def test_a_list_of_faulty_items_is_not_called_short(tmp_path: Path) -> None:
    spec = changed(lambda s: [test.pop("why") for test in s["tests"]])
    found = faults_of(write_package(tmp_path, spec=spec))
    assert [fault.key for fault in found] == [f"tests[{i}].why" for i in range(3)]


def test_items_behind_a_faulty_one_keep_their_numbers(tmp_path: Path) -> None:
    spec = changed(
        lambda s: s["tests"][0].pop("why"),
        lambda s: s["tests"][2]["generate"]["dimensions"].update(K=3),
    )
    found = faults_of(write_package(tmp_path, spec=spec))
    assert [fault.key for fault in found] == [
        "tests[0].why",
        "tests[2].generate.dimensions.K",
    ]


@pytest.mark.parametrize(
    ("yaml_text", "message"),
    [
        (b"id: caf\xe9\n", "byte 0xe9 is not UTF-8"),
        ("id: a\nid: b\n", "the key id stands here again (first on line 1)"),
        ("tolerance: {rtol: 1e400}\n", "1e400 is too large for a floating-point number"),
        ("tags: [no]\n", "unquoted no may mean text or true/false"),
        ("a: &a [1]\nb: *a\n", "the alias *a is refused"),
        ("~\n", "must be a mapping of keys to values"),
        ("- 1\n", "must be a mapping of keys to values"),
        ("", "the file is empty"),
    ],
)
def test_broken_yaml(tmp_path: Path, yaml_text: str | bytes, message: str) -> None:
    found = faults_of(write_package(tmp_path, yaml_text=yaml_text))
    assert message in [fault.message for fault in found]
    assert {fault.file for fault in found} == {"problem.yaml"}


def test_no_folder(tmp_path: Path) -> None:
    (fault,) = faults_of(tmp_path / "nothing")
    assert fault.message == "there is no such folder"


def test_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "scaled-sum"
    folder.mkdir()
    assert {fault.file for fault in faults_of(folder)} == {
        "problem.yaml",
        "statement.md",
        "theory.md",
        "submissions/accepted",
        "submissions/rejected",
    }


def test_a_shipped_package_names_a_module(tmp_path: Path) -> None:
    shelf = tmp_path / "reference"
    shelf.mkdir()
    (shelf / "steps.py").write_text("steps = 1\n")
    (shelf / "sums.py").write_text("graph = 1\n")
    folder = write_package(tmp_path, reference="sums", files={"reference.py": None})
    problem = load(folder, shipped=True, references=shelf)
    assert [(file.name, file.source) for file in problem.reference] == [
        ("reference", ""),
        ("reference.steps", "steps = 1\n"),
        ("reference.sums", "graph = 1\n"),
    ]
    with pytest.raises(PackageInvalid, match="names no reference"):
        load(folder, shipped=False, references=shelf)


@pytest.mark.parametrize(
    "name", ["steps", "answers", "../secret", "a/b", "Sums", "os.path", "x.py"]
)
def test_a_shipped_package_names_nothing_else(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.py").write_text("x = 1\n")
    with pytest.raises(PackageInvalid, match="names no reference"):
        load(write_package(tmp_path, reference=name), shipped=True)


def test_no_python_is_run(tmp_path: Path) -> None:
    bomb = "# verdict: exception\nraise SystemExit('run')\n"
    names = ("reference.py", "submissions/accepted/one_line.py", "submissions/rejected/x.py")
    problem = load(write_package(tmp_path, files=dict.fromkeys(names, bomb)))
    assert problem.reference[2].source == bomb
