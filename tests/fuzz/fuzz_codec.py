"""A search, guided by coverage, for bytes that break what must hold of them (``properties``).

It needs atheris, which is no dependency of the project; in an environment of its own::

    python -m venv /tmp/fuzz && /tmp/fuzz/bin/pip install atheris numpy
    cd <the checkout> && /tmp/fuzz/bin/python -m tests.fuzz.fuzz_codec -max_total_time=600

It begins with what the product's own encoder makes.  Other options are libFuzzer's; a folder named
last keeps what was found.  A break ends the run, prints the exception and writes the bytes to a
file ``crash-...``, which as the only argument is tried again.  At the end stand libFuzzer's
figures; ``cov`` counts branches of ``sandbox``.  Bytes slower than all before are shown at once.
"""

from __future__ import annotations

import os
import struct
import sys
import tempfile
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["sandbox"]):
    import sandbox.arrays
    import sandbox.frames
    import sandbox.results  # noqa: F401

from tests.fuzz.properties import check_bytes
from tests.fuzz.seeds import seeds, tokens

_LONGEST_BYTES = 1 << 14
_OPTIONS = [
    f"-max_len={_LONGEST_BYTES}",
    "-timeout=5",
    "-rss_limit_mb=1024",
    "-print_final_stats=1",
]


class Slowest:
    """Tells of bytes that took much more CPU time than any before."""

    def __init__(self) -> None:
        self._seconds = 0.0005

    def check(self, data: bytes) -> None:
        if _seconds(data) <= 1.2 * self._seconds:
            return
        # Not for a pause that has nothing to do with these bytes.
        seconds = min(_seconds(data) for _ in range(3))
        if seconds > 1.2 * self._seconds:
            self._seconds = seconds
            start = data[:60]
            sys.stderr.write(f"slowest: {seconds * 1000:.2f} ms, {len(data)} bytes: {start!r}\n")


def _seconds(data: bytes) -> float:
    begun = time.thread_time()
    check_bytes(data)
    return time.thread_time() - begun


def main() -> int:
    """In a process of its own, which libFuzzer ends without another word."""
    with tempfile.TemporaryDirectory() as folder:
        process_id = os.fork()
        if process_id == 0:
            arguments = sys.argv[1:]
            begin = [] if _is_replay(arguments) else _begin(folder)
            atheris.Setup([sys.argv[0], *_OPTIONS, *arguments, *begin], Slowest().check)
            atheris.Fuzz()
        _, status = os.waitpid(process_id, 0)
    return os.waitstatus_to_exitcode(status)


def _is_replay(arguments: list[str]) -> bool:
    return any(os.path.isfile(argument) for argument in arguments)


def _begin(folder: str) -> list[str]:
    """Corpus and dictionary, as arguments."""
    corpus = Path(folder, "seeds")
    corpus.mkdir()
    for number, seed in enumerate(seeds()):
        Path(corpus, str(number)).write_bytes(seed)
        Path(corpus, f"{number}-framed").write_bytes(struct.pack("<Q", len(seed)) + seed)
    words = Path(folder, "tokens")
    words.write_text("".join(f'"{_escaped(token)}"\n' for token in [b"TGV1", *tokens()]))
    return [f"-dict={words}", str(corpus)]


def _escaped(token: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in token)


if __name__ == "__main__":
    sys.exit(main())
