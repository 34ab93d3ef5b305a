"""Everything that the command line imports can be imported where there is no Linux."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PROGRAM = """
import sys
sys.path.insert(0, {root!r})
import numpy
for name in ("fcntl", "resource"):
    sys.modules[name] = None
sys.platform = {platform!r}
import sandbox.doctor, sandbox.pool
from sandbox.protocol import Lane, SandboxUnavailable
try:
    sandbox.pool.Pool(Lane.LEARNER).info
except SandboxUnavailable as error:
    print(error)
report = sandbox.doctor.probe()
print(report.ok, report.tier, len(report.rows), report.rows[0].remedy)
"""


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_without_linux_the_sandbox_says_what_to_do(platform: str) -> None:
    program = PROGRAM.format(root=str(ROOT), platform=platform)
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert "Docker" in output.splitlines()[1]
    assert output.splitlines()[-1].startswith("False None 1")
    assert "Docker" in output.splitlines()[-1]
