"""The first process of the replayed container: as quiet as an engine's."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes of Unix")
INIT = Path(__file__).with_name("init.py")
WAITS = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
print("ready", flush=True)
signal.pause()
"""


@pytest.mark.parametrize(
    ("program", "code"),
    [("raise SystemExit(3)", 3), ("import os; os.kill(os.getpid(), 9)", 128 + 9), ("", 0)],
)
def test_it_ends_as_the_program_does(program: str, code: int) -> None:
    assert subprocess.run([sys.executable, INIT, sys.executable, "-c", program]).returncode == code


def test_it_passes_the_signal_on() -> None:
    command = [sys.executable, INIT, sys.executable, "-c", WAITS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 7
