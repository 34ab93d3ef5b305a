"""What the import contracts cannot say: which packages from outside each room may use."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.tree import PACKAGES, ROOT, name, python_sources

ALLOWED = {
    "sandbox": {"sandbox", "numpy"},
    "reference": {"reference", "numpy"},
    "app/domain": {"app", "sandbox", "numpy", "pydantic"},
}
# Who calls the store holds one of these for it, or learns from it that a row was there already;
# all else of SQLAlchemy is the store's own.
HELD = {"Session", "sessionmaker", "Engine", "IntegrityError"}
UNSAFE = {"pickle", "marshal", "shelve", "dill", "cloudpickle"}
# Python of learners and authors is parsed behind the wall alone; the recorder rewrites it there.
PARSERS = {"ast", "code", "codeop", "importlib.util", "runpy", "symtable"}
BEHIND_THE_WALL = {
    f"sandbox/{module}.py"
    for module in (
        "child entry execute layout modules rehearsal runtime state streams unprotected_child "
        "traced walls warned zygote"
    ).split()
} | {name(path) for path in python_sources("sandbox") if "recorder" in path.parts}


def _imports(path: Path) -> Iterator[str]:
    """Every module that is imported, and ``module.name`` for each name, which may be one too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _trusted() -> list[Path]:
    return [path for path in python_sources("app", "sandbox") if name(path) not in BEHIND_THE_WALL]


@pytest.mark.parametrize(
    "line",
    [
        "import importlib.util",
        "import importlib.util as other",
        "from importlib import util",
        "from importlib import machinery, util as other",
        "from importlib.util import find_spec",
    ],
)
def test_no_spelling_of_an_import_is_overlooked(line: str, tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text(f"def f():\n    {line}\n", encoding="utf-8")
    assert "importlib.util" in _imports(source)


def test_what_runs_behind_the_wall_is_there_and_no_trusted_module_imports_it() -> None:
    paths = {name(path) for path in python_sources("sandbox")}
    assert paths >= BEHIND_THE_WALL
    modules = {path.removesuffix(".py").replace("/", ".") for path in BEHIND_THE_WALL}
    crossed = {
        (name(path), module)
        for path in _trusted()
        for module in _imports(path)
        if module in modules
    }
    assert crossed == set()


@pytest.mark.parametrize("room", ALLOWED)
def test_rooms_use_few_packages(room: str) -> None:
    allowed = ALLOWED[room] | set(sys.stdlib_module_names)
    outside = {
        (name(path), module)
        for path in python_sources(room.split("/")[0])
        if name(path).startswith(f"{room}/")
        for module in _imports(path)
        if module.split(".")[0] not in allowed
    }
    assert outside == set()


def test_sql_is_spoken_in_the_store_alone() -> None:
    spoken = {
        (name(path), alias.name)
        for path in python_sources("app")
        if not name(path).startswith("app/store/")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sqlalchemy"))
        or alias.name.startswith("sqlalchemy")
        if alias.name not in HELD
    }
    assert spoken == set()


def test_nothing_unpickles() -> None:
    users = {
        (name(path), module)
        for path in python_sources(*PACKAGES)
        for module in _imports(path)
        if module.split(".")[0] in UNSAFE
    }
    assert users == set()


def test_no_trusted_process_parses_python() -> None:
    users = {
        (name(path), module)
        for path in _trusted()
        for module in _imports(path)
        if module in PARSERS
    }
    assert users == set()


def test_no_trusted_process_compiles_or_executes_text() -> None:
    calls = {
        (name(path), node.func.id)
        for path in _trusted()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in {"compile", "eval", "exec", "__import__"}
    }
    assert calls == set()


def test_two_commands_alone_reach_what_runs_code_without_a_sandbox() -> None:
    """Also by a lazy import: no way leads there from the site, the worker or a pool."""
    importers = {
        "sandbox.cold": {"sandbox/unprotected.py"},
        "sandbox.unprotected": {"app/runner/unprotected.py"},
        "app.runner.unprotected": {"app/cli/unprotected.py"},
        "app.cli.unprotected": {"app/cli/check.py", "app/cli/grade.py"},
    }
    found: dict[str, set[str]] = {module: set() for module in importers}
    for path in python_sources("app", "sandbox"):
        for module in found.keys() & set(_imports(path)):
            found[module].add(name(path))
    assert found == importers


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_of_modules_is_a_package(package: str) -> None:
    """A folder without ``__init__.py`` is out of the import contracts' sight."""
    folders = {path.parent for path in python_sources(package)}
    missing = {name(folder) for folder in folders if not (folder / "__init__.py").is_file()}
    assert missing == set()
    assert (ROOT / package / "__init__.py").is_file()
