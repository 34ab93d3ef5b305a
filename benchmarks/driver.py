"""A process for one variant, so that none feels another's memory, threads or zygotes.

It is told what to do over its standard input, one frame each, and answers with one frame.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO, Any, cast

from benchmarks import memory
from benchmarks.cold import ONE_THREAD
from benchmarks.variants import Unavailable, Variant, open_variant
from benchmarks.works import Work, unpacked
from sandbox import frames
from sandbox.arrays import decode
from sandbox.protocol import Value

_ROOT = Path(__file__).resolve().parents[1]
_PROGRAM = (
    f"import sys; sys.path.append({str(_ROOT)!r}); from benchmarks.driver import main; main()"
)
_LENGTH_BYTES = 8
_PAUSE_SECONDS = 0.02
"""Before each single run: until then a spare is ready, as it is for a submission that does not
follow on the heels of another, and what the run of another variant before it left behind is gone.

The kernel takes namespaces down in the background: 5 ms after such a run ended, one test took half
as long again as it does after 20 ms.  Submissions on each other's heels are what "submissions/s"
measures.
"""


class Driver:
    """The other end: starts the process and asks it."""

    def __init__(self, name: str, works: list[Work], parallel: int) -> None:
        """Raises ``Unavailable``."""
        self.name = name
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | ONE_THREAD,
        )
        packed: list[Value] = [work.packed() for work in works]
        self.ask({"variant": name, "works": packed, "parallel": parallel})

    def run(self, work: Work, tests: int) -> tuple[float, list[Value]]:
        """Seconds that one submission took, and its results."""
        answer = self.ask({"do": "run", "work": work.name, "tests": tests})
        return answer["seconds"], answer["results"]

    def ask(self, question: dict[str, Value]) -> dict[str, Any]:
        self.send(question)
        return self.receive()

    def send(self, question: dict[str, Value]) -> None:
        assert self._process.stdin is not None
        _send(self._process.stdin, question)

    def receive(self) -> dict[str, Any]:
        """Raises ``Unavailable`` when the process says so, and ``EOFError`` when it is gone."""
        assert self._process.stdout is not None
        answer = _receive(self._process.stdout)
        if "unavailable" in answer:
            self.close()
            raise Unavailable(answer["unavailable"])
        return answer

    def close(self) -> None:
        """Wait for the process to end, which it does without a question."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait()


def main() -> None:
    """Be the process."""
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    start = _receive(questions)
    works = {work["name"]: unpacked(work) for work in start["works"]}
    try:
        variant = open_variant(start["variant"], start["parallel"])
        for work in works.values():
            variant.run(work, 1)
    except Unavailable as why:
        _send(answers, {"unavailable": str(why)})
        return
    _send(answers, {})
    try:
        while question := _receive(questions, or_end=True):
            _send(answers, _answer(variant, works, question))
    finally:
        variant.close()


def _answer(variant: Variant, works: dict[str, Work], question: dict[str, Any]) -> dict[str, Value]:
    work, tests = works[question["work"]], question["tests"]
    if question["do"] == "run":
        return _timed(variant, work, tests)
    if question["do"] == "load":
        return _load(variant, work, tests, question["seconds"], question["threads"])
    return {"processes": _memory(variant, work, tests)}


def _memory(variant: Variant, work: Work, tests: int) -> list[Value]:
    """While the child that ran the tests is still there."""
    from benchmarks.pooled import Walled  # which a process of another variant need not have

    assert isinstance(variant, Walled)
    found: list[Value] = []
    variant.run(work, tests, at_end=lambda: found.extend(memory.of_descendants()))
    return found


def _timed(variant: Variant, work: Work, tests: int) -> dict[str, Value]:
    time.sleep(_PAUSE_SECONDS)
    started = time.perf_counter()
    results = variant.run(work, tests)
    seconds = time.perf_counter() - started
    return {"seconds": seconds, "results": results}


def _load(
    variant: Variant, work: Work, tests: int, seconds: float, threads: int
) -> dict[str, Value]:
    """As many submissions as ``threads`` can have run in some ``seconds``, one after the other."""
    results: list[Value] = []
    started = time.perf_counter()

    def serve() -> None:
        while time.perf_counter() < started + seconds:
            results.append(variant.run(work, tests))

    servers = [threading.Thread(target=serve) for _ in range(threads - 1)]
    for server in servers:
        server.start()
    serve()
    for server in servers:
        server.join()
    return {"seconds": time.perf_counter() - started, "results": results}


def _send(stream: IO[bytes], value: dict[str, Value]) -> None:
    stream.write(frames.pack(value))
    stream.flush()


def _receive(stream: IO[bytes], *, or_end: bool = False) -> dict[str, Any]:
    """The next frame; with ``or_end`` nothing at the end.  Raises ``EOFError`` for less."""
    length = stream.read(_LENGTH_BYTES)
    if not length and or_end:
        return {}
    body = stream.read(int.from_bytes(length, "little"))
    if not body:
        raise EOFError("the other process is gone")
    return cast(dict[str, Any], decode(body))
