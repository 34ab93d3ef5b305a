"""``tracegrade serve`` as a real process, with a data folder of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import httpx

from tests.builders.package import write_package

DEADLINE_SECONDS = 90.0
PAUSE_SECONDS = 0.02


def until(condition: Callable[[], Any], what: str, seconds: float = DEADLINE_SECONDS) -> Any:
    """Wait for ``condition``, ask it again and again, and give what it gave."""
    deadline = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < deadline, f"waited {seconds} s in vain: {what}"
        time.sleep(PAUSE_SECONDS)
    return value


class Server:
    """The tiny problem is there to be handed in; ``log`` is what the server has said so far."""

    def __init__(self, folder: Path, *, workers: int = 2, port: int = 0) -> None:
        self.data = folder / "data"
        if not (self.data / "problems").exists():
            write_package(self.data / "problems")
        self._log = folder / "serve.log"
        self._clients = ExitStack()
        options = ["--workers", str(workers), "--port", str(port)]
        with self._log.open("ab") as log:
            self._begun = log.tell()
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "app", "serve", *options],
                env={**os.environ, "TRACEGRADE_DATA": str(self.data)},
                cwd=folder,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    @property
    def log(self) -> str:
        return self._log.read_bytes()[self._begun :].decode()

    def address(self) -> str:
        """Where it answers, as soon as it says so."""

        def said() -> str | None:
            assert self.process.poll() is None, self.log
            words = self.log.partition("Open ")[2].split()
            return words[0] if len(words) > 1 else None

        return str(until(said, "the address to open"))

    def client(self) -> httpx.Client:
        """A new visitor with a cookie jar; closed with the server."""
        address = self.address().rstrip("/")
        client = httpx.Client(base_url=address, headers={"origin": address}, timeout=30)
        return self._clients.enter_context(client)

    def children(self) -> dict[str, int]:
        """The pids of the processes it supervises, by their names (Linux)."""
        found = {}
        for pid, parent, command in processes():
            if parent == self.process.pid and "--lifeline" in command:
                found["web" if "web" in command else "worker"] = pid
        return found

    def family(self) -> set[int]:
        """The pids of all its processes, sandbox included (Linux)."""
        every, known = list(processes()), {self.process.pid}
        while more := {pid for pid, parent, _ in every if parent in known} - known:
            known |= more
        return known

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Kill what still runs."""
        self._clients.close()
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self._clients.close()
        self.process.send_signal(number)
        return self.process.wait(DEADLINE_SECONDS)


def processes() -> list[tuple[int, int, list[str]]]:
    """Every living process: pid, parent's pid, command line; from /proc."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            command = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue  # It has ended meanwhile.
        if stat[0] != "Z":
            found.append((int(folder.name), int(stat[1]), command))
    return found


def living(pids: set[int]) -> set[int]:
    """Those of these processes that have not ended."""
    return pids & {pid for pid, _, _ in processes()}
