"""Starting an interpreter, and being told why it did not start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandbox import control, entry, launch
from sandbox.client import Client
from sandbox.handle import ZygoteLost
from sandbox.protocol import Lane, Limits, Tier

PROGRAM = """
import sys
sys.path.insert(0, {here!r})
import entry
entry.load_package("wanted", {packages!r})
import wanted.inside
print(wanted.inside.VALUE)
try:
    import neighbour
except ImportError:
    print("no neighbour")
"""


def test_a_package_is_loaded_without_its_neighbours(tmp_path: Path) -> None:
    for name in ("wanted", "neighbour"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
        (tmp_path / name / "inside.py").write_text("VALUE = 3\n")
    here = str(Path(entry.__file__).parent)
    program = PROGRAM.format(here=here, packages=str(tmp_path))
    command = [sys.executable, "-I", "-S", "-c", program]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert output == "3\nno neighbour\n"


@pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")
def test_a_runtime_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_PACKAGES_DIRECTORY", tmp_path)
    with pytest.raises(ZygoteLost, match=r"FileNotFoundError.*numpy"):
        Client(Lane.LEARNER, Tier.FLAT).start(Limits())


@pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")
def test_the_reason_is_there_also_when_all_is_over_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_PACKAGES_DIRECTORY", tmp_path)
    process, connection = launch.start_interpreter()
    with connection:
        control.send(connection, control.Kind.START, b"")
        process.wait()
        failed = control.receive(connection)
    assert failed is not None
    assert failed.kind is control.Kind.FAILED
    assert b"numpy" in failed.payload


@pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")
def test_an_interpreter_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(ZygoteLost, match="/no/such/python"):
        Client(Lane.LEARNER, Tier.FLAT).start(Limits())
