"""Only regular files within the folder are read, up to a size, as UTF-8."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from app.library.folder import Folder


def told(folder: Folder) -> list[tuple[str, int | None, str]]:
    return [(fault.file, fault.line, fault.message) for fault in folder.faults]


def test_text_has_plain_line_ends_and_no_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    folder = Folder(tmp_path)
    assert folder.text("a.md", missing="") == "one\ntwo\nthree\n"
    assert folder.faults == []


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (None, None, "this file is missing"),
        (b" \n", None, "this file is empty"),
        (b"ok\ncaf\xe9\n", 2, "byte 0xe9 is not UTF-8"),
        (b"a\0b", None, "the text holds a NUL character"),
        (b"12345678901", None, "this file has 11 bytes, more than 10"),
    ],
)
def test_refused_files(
    tmp_path: Path, content: bytes | None, line: int | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "a.md").write_bytes(content)
    folder = Folder(tmp_path)
    assert folder.text("a.md", limit=10, missing="write it") is None
    assert told(folder) == [("a.md", line, message)]


def test_links_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    root = tmp_path / "package"
    root.mkdir()
    (root / "a.md").symlink_to(secret)
    folder = Folder(root)
    assert folder.text("a.md", missing="") is None
    assert folder.text("../secret", missing="") is None
    assert [message for _, _, message in told(folder)] == ["this is a link out of the package"] * 2


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("text")
    (tmp_path / "b.md").symlink_to("a.md")
    assert Folder(tmp_path).text("b.md", missing="") == "text"


def test_a_link_to_itself_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "a.md").symlink_to("a.md")
    folder = Folder(tmp_path)
    assert folder.text("a.md", missing="") is None
    assert len(folder.faults) == 1


def test_pipes_and_folders_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "folder.md").mkdir()
    folder = Folder(tmp_path)
    assert folder.text("pipe.md", missing="") is None
    assert folder.text("folder.md", missing="") is None
    assert [message for _, _, message in told(folder)] == ["this is not a file"] * 2


def test_sources_by_name(tmp_path: Path) -> None:
    for name in ("b.py", "a.py", "notes.txt"):
        (tmp_path / name).write_text(name)
    assert list(Folder(tmp_path.parent).sources(tmp_path.name)) == [
        (f"{tmp_path.name}/a.py", "a.py"),
        (f"{tmp_path.name}/b.py", "b.py"),
    ]


def test_no_sources(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    assert list(folder.sources("submissions/accepted")) == []
    assert told(folder) == [("submissions/accepted", None, "there is no *.py in this folder")]
