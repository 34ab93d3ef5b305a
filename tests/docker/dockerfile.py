"""Reads a Dockerfile as far as this project's uses the language: stages of instructions, in order.

Standard library only: ``replay.py`` runs with it where nothing is installed.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_FLAG = re.compile(r"--(?P<name>[a-z-]+)=(?P<value>\S+)\s+")


class Unsupported(ValueError):
    """The file uses something that this reader does not know."""


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its flags, and the rest as it stands."""

    name: str
    flags: Mapping[str, str]
    rest: str

    def words(self) -> list[str]:
        """The arguments, written as JSON or as a shell would split them."""
        if not self.rest.startswith("["):
            return shlex.split(self.rest)
        words: list[str] = json.loads(self.rest)
        return words

    def command(self) -> list[str]:
        """What RUN, CMD or the CMD of a HEALTHCHECK executes."""
        rest = self.rest.removeprefix("CMD ") if self.name == "HEALTHCHECK" else self.rest
        return json.loads(rest) if rest.startswith("[") else ["/bin/sh", "-c", rest]


@dataclass(frozen=True, slots=True)
class Stage:
    """From one FROM to the next.  ``base`` is an image or an earlier stage's name."""

    base: str
    name: str | None
    instructions: tuple[Instruction, ...]

    def all(self, name: str) -> list[Instruction]:
        return [each for each in self.instructions if each.name == name]

    def last(self, name: str) -> Instruction:
        """The one that counts.  Raises ``IndexError``."""
        return self.all(name)[-1]

    def environment(self) -> dict[str, str]:
        return dict(word.split("=", 1) for each in self.all("ENV") for word in each.words())


def parse(text: str) -> list[Stage]:
    """The stages, with the ARGs before the first FROM put in.  Raises ``Unsupported``."""
    arguments: dict[str, str] = {}
    stages: list[Stage] = []
    for each in _instructions(text):
        if each.name == "ARG" and not stages:
            name, _, value = each.rest.partition("=")
            arguments[name] = value
        elif each.name == "FROM":
            stages.append(_stage(each, arguments))
        elif not stages:
            raise Unsupported(f"{each.name} before FROM")
        else:
            stage = stages.pop()
            stages.append(Stage(stage.base, stage.name, (*stage.instructions, each)))
    return stages


def _stage(begin: Instruction, arguments: Mapping[str, str]) -> Stage:
    words = re.sub(r"\$\{(\w+)\}", lambda match: arguments[match[1]], begin.rest).split()
    match words:
        case [base]:
            return Stage(base, None, ())
        case [base, "AS", name]:
            return Stage(base, name, ())
    raise Unsupported(f"FROM {begin.rest}")


def _instructions(text: str) -> Iterator[Instruction]:
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    joined = re.sub(r"\\\n\s*", " ", "\n".join(lines))
    for line in filter(str.strip, joined.splitlines()):
        name, _, rest = line.strip().partition(" ")
        flags = {}
        while match := _FLAG.match(rest):
            flags[match["name"]] = match["value"]
            rest = rest[match.end() :]
        yield Instruction(name, flags, rest.strip())
