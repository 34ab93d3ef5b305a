"""No module and no function too large to be read at one sitting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.tree import PACKAGES, name, python_sources

MODULE_LINES = 300
FUNCTION_LINES = 60
VAGUE = {"utils.py", "util.py", "helpers.py", "common.py", "misc.py"}

SOURCES = python_sources(*PACKAGES, "tests")


def _long_functions(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        f"{node.name}: {node.end_lineno - node.lineno + 1} lines"
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= FUNCTION_LINES
    ]


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_module_and_functions_are_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MODULE_LINES
    assert _long_functions(path) == []


def test_modules_are_named_for_what_they_do() -> None:
    assert [name(path) for path in SOURCES if path.name in VAGUE] == []
