"""Submissions and references are text; a rejected submission names its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.library.folder import Folder
from app.library.sources import read_accepted, read_rejected
from tests.builders.package import write_package


def rejected(tmp_path: Path, text: str) -> tuple[Folder, str | None]:
    folder = Folder(write_package(tmp_path, files={"submissions/rejected/no_factor.py": text}))
    return folder, read_rejected(folder)[0].expects


@pytest.mark.parametrize(
    ("first_line", "expects"),
    [
        ("# verdict: wrong_value", "wrong_value"),
        ("#verdict:  time_limit ", "time_limit"),
    ],
)
def test_the_first_line_names_the_verdict(tmp_path: Path, first_line: str, expects: str) -> None:
    folder, found = rejected(tmp_path, f"{first_line}\npass\n")
    assert found == expects
    assert folder.faults == []


@pytest.mark.parametrize(
    "text",
    ["# a comment\n", "x = 1  # verdict: wrong_value\n", "pass\n# verdict: wrong_value\n"],
)
def test_a_file_whose_first_line_names_none_is_a_fault(tmp_path: Path, text: str) -> None:
    folder, found = rejected(tmp_path, text)
    assert found is None
    fault = folder.faults[-1]
    assert (fault.file, fault.line) == ("submissions/rejected/no_factor.py", 1)
    assert "first line" in fault.message
    assert "# verdict:" in fault.advice


@pytest.mark.parametrize("verdict", ["wrong", "accepted", "grader_failed", "WRONG_VALUE"])
def test_verdicts_that_cannot_be(tmp_path: Path, verdict: str) -> None:
    folder, found = rejected(tmp_path, f"# verdict: {verdict}\n")
    assert found is None
    (fault,) = folder.faults
    assert (fault.file, fault.line) == ("submissions/rejected/no_factor.py", 1)
    assert fault.message.startswith(f"{verdict} is no verdict")
    assert "wrong_value" in fault.advice


def test_submissions_come_by_name(tmp_path: Path) -> None:
    files: dict[str, str | bytes | None] = {
        "submissions/accepted/b.py": "b = 1\n",
        "submissions/accepted/a.py": "a = 1\r\n",
        "submissions/accepted/notes.md": "not Python",
        "submissions/accepted/one_line.py": None,
    }
    found = read_accepted(Folder(write_package(tmp_path, files=files)))
    assert [(file.name, file.source) for file in found] == [
        ("a.py", "a = 1\n"),
        ("b.py", "b = 1\n"),
    ]
