"""Commands that are loaded when asked for, and errors that are explained."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from app.cli.exits import NO_SANDBOX
from app.cli.groups import LazyGroup
from app.errors import TracegradeError
from app.library.faults import Fault, PackageInvalid
from app.services.reference_answers import ReferenceFailed
from sandbox.protocol import SandboxUnavailable


def from_sandbox():
    error = ReferenceFailed("the reference failed", "look")
    error.__cause__ = SandboxUnavailable("no namespaces")
    return error


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (TracegradeError("bad \x1b[2J", "do this"), 2, "Error: bad \\x1b[2J\n       do this\n"),
        (TracegradeError("bad"), 2, "Error: bad\n"),
        (TracegradeError("bad\nvery", "a\nb"), 2, "Error: bad\n       very\n       a\n       b\n"),
        (
            PackageInvalid(
                (
                    Fault("problem.yaml", 3, "tests[0].seed", "is no number", "write 7"),
                    Fault("theory.md", None, "", "is missing"),
                )
            ),
            2,
            (
                "Error: The problem package has 2 faults\n"
                "  problem.yaml:3: tests[0].seed: is no number (write 7)\n"
                "  theory.md: is missing\n"
            ),
        ),
        (
            SandboxUnavailable("no namespaces"),
            3,
            f"Error: The sandbox failed: no namespaces\n       {NO_SANDBOX}\n",
        ),
        (from_sandbox(), 3, "Error: the reference failed\n       look\n"),
    ],
)
def test_an_error_becomes_a_message_and_an_exit_code(error, code, said):
    @click.group(cls=LazyGroup)
    def group():
        pass

    @group.command()
    def fail():
        raise error

    result = CliRunner().invoke(group, ["fail"])
    assert (result.exit_code, result.stderr, result.stdout) == (code, said, "")


def test_a_command_is_loaded_by_name():
    group = LazyGroup(lazy={"b": "app.cli.main:cli", "a": "app.cli.grade:grade"})
    context = click.Context(group)
    assert group.list_commands(context) == ["a", "b"]
    assert group.get_command(context, "a").name == "grade"
    assert group.get_command(context, "c") is None


def test_an_unknown_command_is_wrong_usage():
    group = LazyGroup(lazy={"a": "app.cli.grade:grade"})
    assert CliRunner().invoke(group, ["b"]).exit_code == 2
