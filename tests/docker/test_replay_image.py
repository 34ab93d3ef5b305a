"""The replay sends what an engine would: .dockerignore read as its reference describes it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.house.tree import ROOT, name, tracked

from .dockerfile import Instruction, Stage
from .replay_image import Replay, ignored, sent

LINES = ["*", "!app", "!README.md", "**/__pycache__", "app/static/dist", "**/*.log"]


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("app/main.py", False),
        ("app/deep/er/x.py", False),
        ("README.md", False),
        ("docs/README.md", True),
        ("tests/app/x.py", True),
        (".git/config", True),
        ("app/__pycache__/main.pyc", True),
        ("app/static/dist/page.js", True),
        ("app/static/page.js", False),
        ("app/deep/x.log", True),
    ],
)
def test_the_last_line_that_matches_decides(file: str, expected: bool) -> None:
    assert ignored(file, LINES) is expected


def test_the_image_gets_all_that_is_packed_and_none_of_the_tests(tmp_path: Path) -> None:
    for path in tracked():
        copy = tmp_path / name(path)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
    found = {path.relative_to(tmp_path).as_posix() for path in sent(tmp_path)}
    folders = ("app/", "frontend/", "problems/", "reference/", "sandbox/", "templates/")
    packed = {name(path) for path in tracked() if name(path).startswith(folders)}
    assert packed - found == set()
    assert {"hatch_build.py", "pyproject.toml", "LICENSE", "README.md"} <= found
    assert {part.split("/")[0] for part in found} & {"tests", "docs", "benchmarks", ".ci"} == set()


@pytest.mark.parametrize(
    ("rest", "flags", "there"),
    [
        ("one.txt folder/", {}, "work/folder/one.txt"),
        ("one.txt /other.txt", {}, "other.txt"),
        (". .", {}, "work/one.txt"),
        ("/made /taken", {"from": "first"}, "taken/two.txt"),
    ],
)
def test_files_are_copied_to_where_an_engine_puts_them(
    tmp_path: Path, rest: str, flags: dict[str, str], there: str
) -> None:
    context, root, first = (tmp_path / each for each in ("context", "root", "first"))
    (first / "made").mkdir(parents=True)
    (first / "made/two.txt").write_text("2")
    context.mkdir()
    (context / "one.txt").write_text("1")
    (context / ".dockerignore").write_text(".dockerignore\n")
    steps = (Instruction("WORKDIR", {}, "/work"), Instruction("COPY", flags, rest))
    Replay(Stage("base", None, steps), root, context, {"first": first}).run()
    assert [p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file()] == [there]


def test_the_lines_of_the_project_are_of_the_kinds_that_are_known() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert [line for line in lines if "**" in line.removeprefix("**/") or "?" in line] == []
