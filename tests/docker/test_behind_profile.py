"""The sandbox behind Docker's seccomp profile: tier flat, with all that flat has elsewhere."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy
import pytest

import sandbox
from tests.attacks.world import interpreters

from .expect_flat import as_flat, missing

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0, reason="only root can become another user"
)
USER = 12345
DOCKERLIKE = Path(__file__).with_name("dockerlike.py")
PROGRAM = """
import json
from dataclasses import asdict
from sandbox.doctor import probe
from sandbox.pool import Pool
from sandbox.protocol import Lane, Module, RunRequest
print(json.dumps(asdict(probe())))
source = "import ctypes\\ndef f(flags):\\n    return ctypes.CDLL(None).unshare(flags)\\n"
with Pool(Lane.LEARNER) as pool:
    result = pool.run(RunRequest((Module("m", source, "m.py"),), "f", {"flags": 0x10000000}))
print(json.dumps(result.status))
"""


@pytest.fixture(scope="module")
def packages() -> Iterator[Path]:
    """The sandbox and NumPy, where anybody can read them."""
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)
        for package in (sandbox, numpy):
            source = Path(str(package.__file__)).parent
            for folder in (source, source.with_name(f"{source.name}.libs")):
                if folder.is_dir():
                    shutil.copytree(folder, Path(directory, folder.name))
        subprocess.run(["chmod", "-R", "a+rX", directory], check=True)
        yield Path(directory)


@pytest.fixture(scope="module")
def said(packages: Path) -> list[Any]:
    """The doctor's report and how an attempt to make a namespace ended."""
    python = next(interpreters(USER), None)
    if python is None:
        pytest.skip(f"user {USER} can start no Python of this version here")
    command = [sys.executable, DOCKERLIKE, str(USER), str(USER), python]
    environment = {"PYTHONPATH": str(packages), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [*command, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_doctor_finds_tier_flat_with_all_its_guarantees(said: list[Any]) -> None:
    assert as_flat(said[0]), missing(said[0])


def test_what_the_profile_refuses_too_is_forbidden_all_the_same(said: list[Any]) -> None:
    assert said[1] == "forbidden_syscall"
