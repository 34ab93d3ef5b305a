"""The wheel holds all that the site needs, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.house.tree import ROOT, name, tracked

PACKED = {"app", "sandbox", "reference", "problems", "templates"}
DIST = "app/web/static/dist/"

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    done = subprocess.run(
        [*build, "--directory", str(folder)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return zipfile.ZipFile(next(folder.glob("tracegrade-*.whl")))


def _in_wheel(wheel: zipfile.ZipFile) -> set[str]:
    return {item for item in wheel.namelist() if ".dist-info/" not in item}


def test_every_tracked_file_of_the_packed_folders_is_in(wheel: zipfile.ZipFile) -> None:
    expected = {name(path) for path in tracked() if path.relative_to(ROOT).parts[0] in PACKED}
    assert expected - _in_wheel(wheel) == set()
    assert any(item.startswith("problems/") and "/submissions/" in item for item in expected)
    assert any(item.startswith("app/store/migrations/") for item in expected)


def test_the_front_end_is_in_with_its_notices(wheel: zipfile.ZipFile) -> None:
    packed = _in_wheel(wheel)
    manifest = json.loads(wheel.read(f"{DIST}manifest.json"))
    files = [entry["file"] for entry in manifest.values()]
    assert {"page.js", "editor.js", "style.css"} <= manifest.keys()
    assert [file for file in files if DIST + file not in packed] == []
    assert f"{DIST}THIRD-PARTY.txt" in packed


def test_nothing_else_is_in(wheel: zipfile.ZipFile) -> None:
    packed = _in_wheel(wheel)
    assert {item.split("/")[0] for item in packed} == PACKED
    unwanted = {"node_modules", "__pycache__", "tests", ".venv"}
    assert [item for item in packed if unwanted & set(Path(item).parts)] == []


def test_metadata(wheel: zipfile.ZipFile) -> None:
    inside = {
        Path(item).name: wheel.read(item).decode()
        for item in wheel.namelist()
        if ".dist-info/" in item
    }
    assert "License-Expression: Apache-2.0" in inside["METADATA"]
    assert "Requires-Python: >=3.11" in inside["METADATA"]
    assert "tracegrade = app.cli:main" in inside["entry_points.txt"]
    assert "Apache License" in inside["LICENSE"]
