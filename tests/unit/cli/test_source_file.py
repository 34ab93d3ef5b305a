"""Reading the file to grade."""

from __future__ import annotations

import io
import sys

import pytest

from app.cli.source_file import FileUnreadable, read_source
from app.domain.source import SOURCE_BYTES


class StandardInput:
    def __init__(self, data):
        self.buffer = io.BytesIO(data)


@pytest.mark.parametrize("data", [b"x = '\xc3\xbc'\n", b"\xef\xbb\xbfx = '\xc3\xbc'\n"])
def test_a_file_is_read_as_utf8_with_or_without_a_mark(tmp_path, data):
    (tmp_path / "a.py").write_bytes(data)
    assert read_source(str(tmp_path / "a.py")) == "x = 'ü'\n"


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", StandardInput(b"x = 1\n"))
    assert read_source("-") == "x = 1\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"a\nb\n\xe9\n", "is not UTF-8 text: byte 0xe9 in line 3"),
        (b"x" * (SOURCE_BYTES + 1), f"has more than {SOURCE_BYTES} bytes"),
        ("ü".encode() * SOURCE_BYTES, f"has more than {SOURCE_BYTES} bytes"),
    ],
)
def test_what_cannot_be_graded_is_explained(tmp_path, monkeypatch, data, message):
    (tmp_path / "a.py").write_bytes(data)
    monkeypatch.setattr(sys, "stdin", StandardInput(data))
    for name, shown in ((str(tmp_path / "a.py"), "File "), ("-", "Standard input ")):
        with pytest.raises(FileUnreadable, match=message) as caught:
            read_source(name)
        assert caught.value.message.startswith(shown)
        assert caught.value.advice


@pytest.mark.parametrize("size", [1, SOURCE_BYTES + 1])
def test_a_program_is_no_text_however_large(tmp_path, size):
    (tmp_path / "a").write_bytes(b"\x7fELF\0" * size)
    with pytest.raises(FileUnreadable, match="is no text: it holds NUL") as caught:
        read_source(str(tmp_path / "a"))
    assert "defines the function" in caught.value.advice


def test_no_name_is_explained():
    with pytest.raises(FileUnreadable, match="name of the file is empty"):
        read_source("")


def test_a_missing_file_and_a_folder_are_explained(tmp_path):
    with pytest.raises(FileUnreadable, match="does not exist"):
        read_source(str(tmp_path / "a.py"))
    with pytest.raises(FileUnreadable, match="is a folder"):
        read_source(str(tmp_path))


@pytest.mark.parametrize("name", ["a\0b", "x" * 5000])
def test_a_name_that_no_file_can_have_is_explained(name):
    with pytest.raises(FileUnreadable):
        read_source(name)


def test_no_more_than_the_bound_is_read_of_an_endless_file():
    with pytest.raises(FileUnreadable, match="is no text"):
        read_source("/dev/zero")
