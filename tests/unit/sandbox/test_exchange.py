"""The watch over one process, here an ordinary one without walls."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

from sandbox import frames
from sandbox.exchange import Child, Ending, Exchange, Stop
from sandbox.protocol import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")

Start = Callable[..., Ending]


@pytest.fixture
def watch() -> Iterator[Start]:
    """Run a shell script with the job on 0, output on 1 and the result on 2, under watch."""
    kept: list[int] = []

    def start(
        script: str, job: bytes = b"", limits: Limits | None = None, keep: bool = False
    ) -> Ending:
        (job_end, job_pipe), (result, result_end), (output, output_end) = (
            os.pipe() for _ in range(3)
        )
        theirs = (job_end, output_end, result_end)
        process = subprocess.Popen(
            ["/bin/sh", "-c", script], stdin=job_end, stdout=output_end, stderr=result_end
        )
        child = Child(limits or Limits(), job_pipe, result, output, os.pidfd_open(process.pid))
        for descriptor in theirs:
            if keep:
                kept.append(descriptor)
            else:
                os.close(descriptor)
        ending = Exchange(child, job).finish()
        process.kill()
        child.close()
        process.wait()
        return ending

    yield start
    for descriptor in kept:
        os.close(descriptor)


ANSWER = frames.pack("an answer")
"""As a script writes it: ``printf`` of these octal escapes."""

SAYS_ANSWER = "printf '" + "".join(f"\\{byte:03o}" for byte in ANSWER) + "' >&2"


def test_the_job_goes_in_and_both_answers_come_out(watch: Start) -> None:
    job = frames.pack("x" * 500_000)
    ending = watch("echo printed; exec cat >&2", job)
    assert ending.result == job
    assert ending.output == b"printed\n"
    assert (ending.stop, ending.answered, ending.reusable) == (None, True, True)


def test_a_process_that_answers_is_not_waited_for(watch: Start) -> None:
    ending = watch(f"{SAYS_ANSWER}; exec sleep 60")
    assert ending.result == ANSWER
    assert ending.reusable
    assert not ending.ended


def test_what_was_printed_before_the_answer_is_there(watch: Start) -> None:
    ending = watch(f"head -c 60000 /dev/zero; {SAYS_ANSWER}; exec sleep 60")
    assert len(ending.output) == 60_000


def test_the_answer_is_the_first_whole_frame(watch: Start) -> None:
    """However much more there is, and whatever becomes of the process."""
    for more in (SAYS_ANSWER, "printf x >&2", "exit 3", "kill -9 $$"):
        ending = watch(f"{SAYS_ANSWER}; {more}", keep=True)
        assert ending.answered
        assert ending.result == ANSWER


@pytest.mark.parametrize("more", [SAYS_ANSWER, "printf x >&2"])
def test_a_process_that_wrote_more_than_an_answer_gets_no_other_job(
    watch: Start, more: str
) -> None:
    ending = watch(f"({SAYS_ANSWER}; {more}) 2>&1 | cat >&2")
    assert ending.spoiled or ending.ended
    assert not ending.reusable


def test_a_process_that_answers_before_it_has_read_its_job_gets_no_other(watch: Start) -> None:
    ending = watch(f"{SAYS_ANSWER}; exec sleep 60", os.urandom(5 << 20))
    assert (ending.answered, ending.spoiled, ending.reusable) == (True, True, False)


def test_half_an_answer_is_none(watch: Start) -> None:
    ending = watch("printf '\\005\\000\\000\\000\\000\\000\\000\\000abc' >&2; exit 0")
    assert not ending.answered
    assert ending.ended
    assert ending.result == b"\x05" + bytes(7) + b"abc"


def test_an_answer_that_announces_too_much_is_not_waited_for(watch: Start) -> None:
    ending = watch("printf '\\377\\377\\377\\377\\377\\377\\377\\177' >&2; exec sleep 60")
    assert (ending.stop, ending.answered) == (Stop.RESULT, False)


def test_the_end_is_the_process_not_its_pipes(watch: Start) -> None:
    """Another process that holds the pipes open delays nothing, and nothing is lost by it."""
    ending = watch("echo printed; printf result >&2", keep=True)
    assert (ending.output, ending.result) == (b"printed\n", b"result")


def test_a_process_that_does_not_read_its_job(watch: Start) -> None:
    ending = watch("exec 0<&-; echo done", os.urandom(500_000))
    assert ending.output == b"done\n"


@pytest.mark.parametrize(
    ("script", "limits", "stop"),
    [
        ("exec sleep 60", Limits(wall_seconds=0.2), Stop.WALL),
        ("while :; do :; done", Limits(cpu_seconds=0.2, wall_seconds=60.0), Stop.CPU),
        ("exec yes", Limits(output_bytes=100), Stop.OUTPUT),
        ("exec yes >&2", Limits(result_bytes=100), Stop.RESULT),
    ],
)
def test_stops(watch: Start, script: str, limits: Limits, stop: Stop) -> None:
    ending = watch(script, limits=limits)
    assert ending.stop is stop
    assert len(ending.output) <= limits.output_bytes
    assert ending.output_truncated is (stop is Stop.OUTPUT)


def test_more_output_than_allowed_counts_even_when_the_process_has_ended(watch: Start) -> None:
    ending = watch("printf 123456", limits=Limits(output_bytes=5))
    assert ending.stop is Stop.OUTPUT
    assert ending.output == b"12345"
