"""Reading the files of a package's folder, which may come from anyone."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.library.faults import Fault

MAX_TEXT_BYTES = 2**20
MAX_SOURCE_BYTES = 256 * 2**10
MAX_SOURCES = 200


@dataclass(slots=True)
class Folder:
    """A package's folder and the faults met while reading it.

    Only regular files that lie in the folder are read, also behind a symbolic link, and only up to
    a size.  Every method returns None (and notes a fault) for a file that cannot be used.
    """

    root: Path
    faults: list[Fault] = field(default_factory=list)

    def note(self, file: str, message: str, advice: str = "", line: int | None = None) -> None:
        self.faults.append(Fault(file, line, "", message, advice))

    def content(self, file: str, limit: int, missing: str) -> bytes | None:
        """The bytes of a file; ``missing`` says what to do when there is none."""
        path = self.root / file
        try:
            status = path.stat()
            if not path.resolve().is_relative_to(self.root.resolve()):
                self.note(file, "this is a link out of the package", "copy the file in")
            elif not stat.S_ISREG(status.st_mode):
                self.note(file, "this is not a file", missing)
            elif status.st_size > limit:
                self.note(
                    file, f"this file has {status.st_size} bytes, more than {limit}", "cut it"
                )
            else:
                return path.read_bytes()
        except FileNotFoundError:
            self.note(file, "this file is missing", missing)
        except (OSError, RuntimeError) as error:
            self.note(file, f"this file cannot be read: {error.__class__.__name__}", missing)
        return None

    def text(self, file: str, *, limit: int = MAX_TEXT_BYTES, missing: str) -> str | None:
        """The text of a file of UTF-8 that is not empty, with lines that end in "\\n" alone."""
        content = self.content(file, limit, missing)
        if content is None:
            return None
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = 1 + content.count(b"\n", 0, error.start)
            bad = content[error.start]
            self.note(file, f"byte 0x{bad:02x} is not UTF-8", "save the file as UTF-8", line)
            return None
        if "\0" in text:
            self.note(file, "the text holds a NUL character", "remove it")
            return None
        if not text.strip():
            self.note(file, "this file is empty", missing)
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def sources(self, folder: str) -> Iterator[tuple[str, str]]:
        """(path, text) of every ``*.py`` directly in a folder of the package, by name."""
        for file in self._python_files(folder):
            text = self.text(file, limit=MAX_SOURCE_BYTES, missing="write a solution in it")
            if text is not None:
                yield file, text

    def _python_files(self, folder: str) -> list[str]:
        try:
            names = sorted(p.name for p in (self.root / folder).iterdir() if p.suffix == ".py")
        except OSError:
            names = []
        if not names:
            self.note(folder, "there is no *.py in this folder", "add at least one submission")
        if len(names) > MAX_SOURCES:
            self.note(folder, f"there are more than {MAX_SOURCES} submissions", "remove some")
        return [f"{folder}/{name}" for name in names[:MAX_SOURCES]]
