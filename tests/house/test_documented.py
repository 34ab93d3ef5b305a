"""Every command, setting and make target is in the README."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
import pytest

from app.cli.main import cli
from tests.house.tree import ROOT, python_sources

README = (ROOT / "README.md").read_text(encoding="utf-8")
SETTING = re.compile(r"\bTRACEGRADE_[A-Z][A-Z_]*[A-Z]\b")


def _commands(command: click.Command, words: tuple[str, ...]) -> Iterator[str]:
    if isinstance(command, click.Group):
        context = click.Context(command)
        for word in command.list_commands(context):
            below = command.get_command(context, word)
            assert below is not None
            yield from _commands(below, (*words, word))
    elif not command.hidden:
        yield " ".join(words)


def _settings() -> list[str]:
    sources = (path.read_text(encoding="utf-8") for path in python_sources("app", "sandbox"))
    return sorted({found for text in sources for found in SETTING.findall(text)})


def test_commands_are_documented() -> None:
    commands = list(_commands(cli, ("tracegrade",)))
    assert commands
    assert [command for command in commands if f"`{command}" not in README] == []


@pytest.mark.parametrize("setting", _settings())
def test_setting_is_documented(setting: str) -> None:
    assert f"`{setting}`" in README


def test_documented_settings_exist() -> None:
    assert sorted(set(SETTING.findall(README))) == _settings()


def test_make_targets_are_documented() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r'@echo "make ([\w-]+)', makefile)
    assert targets
    assert [target for target in targets if f"`make {target}" not in README] == []
