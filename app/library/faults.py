"""What is wrong with a problem package, said so that its author can put it right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.errors import TracegradeError

KeyPath = tuple[str | int, ...]
"""Where a value stands in a YAML file: mapping keys and list indices, from the top."""

Place = tuple[int, int]
"""A line and a column, both counted from 1."""


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One thing to put right: where it is, what is wrong there, and what to do.

    ``file`` is relative to the package's folder; ``line`` counts from 1 and is None for a file as a
    whole; ``key`` is a path in the YAML such as ``tests[2].generate.seed``, or "".
    """

    file: str
    line: int | None
    key: str
    message: str
    advice: str = ""

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        what = f"{self.key}: {self.message}" if self.key else self.message
        return f"{where}: {what}" + (f" ({self.advice})" if self.advice else "")


class PackageInvalid(TracegradeError):
    """The package has faults; all of them are listed, in the order of their places."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        self.faults = tuple(sorted(set(faults), key=_order))
        super().__init__("\n".join(str(fault) for fault in self.faults))


def _order(fault: Fault) -> tuple[bool, str, int, str, str]:
    """``problem.yaml`` first, then the other files by name; within a file by line."""
    other = fault.file != "problem.yaml"
    return (other, fault.file, fault.line or 0, fault.key, fault.message)


def key_text(path: KeyPath) -> str:
    """Write a path as people do: ``tests[2].generate.seed``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


@dataclass(slots=True)
class Findings:
    """The faults found so far in one YAML file, each placed by its path.

    What stands at a ``broken`` path has its fault already, and is not spoken of again.  ``left``
    tells, for a top-level list from which faulty items were taken out, the indices of the others.
    """

    file: str
    places: Mapping[KeyPath, Place]
    faults: list[Fault] = field(default_factory=list)
    broken: set[KeyPath] = field(default_factory=set)
    left: dict[str, tuple[int, ...]] = field(default_factory=dict)

    def at(self, path: KeyPath, message: str, advice: str = "") -> None:
        """Add a fault; its line is that of the nearest enclosing key that stands in the file."""
        path = self._written(path)
        if not any(path[:length] in self.broken for length in range(len(path) + 1)):
            self.faults.append(Fault(self.file, self._line(path), key_text(path), message, advice))

    def line(self, path: KeyPath) -> int | None:
        """The line of the value at ``path``, or of the nearest thing around it."""
        return self._line(self._written(path))

    def _written(self, path: KeyPath) -> KeyPath:
        """The path as the author wrote it, before items were taken out."""
        match path:
            case (str(section), int(index), *rest) if section in self.left:
                return (section, self.left[section][index], *rest)
            case _:
                return path

    def _line(self, path: KeyPath) -> int | None:
        for length in range(len(path), -1, -1):
            if (place := self.places.get(path[:length])) is not None:
                return place[0]
        return None
