"""A group of commands that loads a command only when it is asked for, and explains errors."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from app.cli.exits import stop
from app.errors import TracegradeError
from app.library.faults import PackageInvalid
from sandbox.protocol import SandboxError


class LazyGroup(click.Group):
    """``lazy`` maps a command's name to "module:attribute": grading need not load the web site."""

    def __init__(self, *args: Any, lazy: Mapping[str, str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = dict(lazy or {})

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*super().list_commands(ctx), *self._lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._lazy:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = self._lazy[cmd_name].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (TracegradeError, PackageInvalid, SandboxError) as error:
            stop(error)
