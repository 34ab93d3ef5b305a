"""The watch over one process, here an ordinary one without walls."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest

from sandbox import exchange, frames
from sandbox.confine import listener as forbidden_calls
from sandbox.confine import seccomp
from sandbox.confine.syscall_numbers import numbers, this_machine
from sandbox.cpu_clock import CpuClock
from sandbox.exchange import Ending, Exchange, Stop
from sandbox.handle import Child
from sandbox.protocol import Limits

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")

Start = Callable[..., Ending]


@pytest.fixture
def watch() -> Iterator[Start]:
    """Run a shell script with the job on 0, output on 1 and the result on 2, under watch."""
    kept: list[int] = []

    def start(
        script: str,
        job: bytes = b"",
        limits: Limits | None = None,
        keep: bool = False,
        listener: int | None = None,
        meanwhile: Callable[[Child], None] = lambda child: None,
    ) -> Ending:
        child, (job_end, result_end, output_end) = Child.with_pipes(limits or Limits())
        theirs = (job_end, output_end, result_end)
        process = subprocess.Popen(["/bin/sh", "-c", script], -1, None, *theirs)
        child.pidfd = os.pidfd_open(process.pid)
        for descriptor in theirs:
            if keep:
                kept.append(descriptor)
            else:
                os.close(descriptor)
        try:
            exchange = Exchange(child, [job[:10], memoryview(job)[10:]], listener)
            meanwhile(child)
            return exchange.finish()
        finally:
            process.kill()
            child.close()
            process.wait()

    yield start
    for descriptor in kept:
        os.close(descriptor)


ANSWER = frames.pack("an answer")
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


@pytest.mark.parametrize("length", [10, 300_000], ids=["over", "blocked"])
def test_nobody_is_charged_for_the_time_in_which_nobody_read_its_pipes(
    watch: Start, monkeypatch: pytest.MonkeyPatch, length: int
) -> None:
    """Whether all is over by then, or the process waits for a reader."""
    clock = time.monotonic

    def late(child: Child) -> None:
        select.select([child.result], [], [])
        monkeypatch.setattr("sandbox.exchange.time.monotonic", lambda: clock() + 1000)

    ending = watch("exec cat >&2", frames.pack("x" * length), meanwhile=late)
    assert (ending.answered, ending.stop) == (True, None)
    assert ending.wall_seconds < 900


def test_what_was_printed_before_the_answer_is_there(watch: Start) -> None:
    ending = watch(f"head -c 60000 /dev/zero; {SAYS_ANSWER}; exec sleep 60")
    assert len(ending.output) == 60_000


def test_the_answer_is_the_first_whole_frame(watch: Start) -> None:
    """However much more there is, and whatever becomes of the process."""
    for more in (SAYS_ANSWER, "printf x >&2", "exit 3", "kill -9 $$"):
        ending = watch(f"{SAYS_ANSWER}; {more}", keep=True)
        assert ending.answered
        assert ending.result == ANSWER


@pytest.mark.parametrize("more", [ANSWER, b"x"])
def test_a_process_that_wrote_more_than_an_answer_gets_no_other_job(
    watch: Start, more: bytes
) -> None:
    """In one piece, as pipe(7) promises for so few bytes."""
    ending = watch("exec cat >&2", ANSWER + more)
    assert (ending.result, ending.spoiled, ending.reusable) == (ANSWER, True, False)


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


class Clocks:
    """A time that passes by a tenth of a second with each look, and a process that is kept from a
    processor for a share of it.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, share: float) -> None:
        self.now = 0.0
        self._share = share
        monkeypatch.setattr("sandbox.exchange.time", SimpleNamespace(monotonic=self._look))
        monkeypatch.setattr(CpuClock, "seconds", lambda clock: 0.0)
        monkeypatch.setattr(CpuClock, "queued_seconds", lambda clock: self._share * self.now)
        monkeypatch.setattr(Exchange, "_wait_seconds", lambda each: 0.0)
        monkeypatch.setattr(exchange, "_SECONDS_TO_DIE", 1e9)

    def _look(self) -> float:
        self.now += 0.1
        return self.now


@pytest.mark.parametrize(
    ("share", "stop", "at_least", "at_most"),
    [
        (0.0, Stop.WALL, 10.0, 11.0),
        (0.5, Stop.WALL, 20.0, 21.0),
        (0.85, Stop.WALL, 66.0, 68.0),
        (0.95, Stop.STARVED, 100.0, 101.0),
        (1.0, Stop.STARVED, 100.0, 101.0),
    ],
)
def test_the_wall_limit_does_not_count_the_queue_for_a_processor(
    watch: Start,
    monkeypatch: pytest.MonkeyPatch,
    share: float,
    stop: Stop,
    at_least: float,
    at_most: float,
) -> None:
    """But ten times the limit is the end of any run."""
    clocks = Clocks(monkeypatch, share)
    stopped_at: list[float] = []
    kill = Child.kill

    def noting_kill(child: Child) -> None:
        stopped_at.append(clocks.now)
        kill(child)

    monkeypatch.setattr(Child, "kill", noting_kill)
    ending = watch("exec sleep 1000", limits=Limits(wall_seconds=10.0))
    assert ending.stop is stop
    assert at_least <= stopped_at[0] <= at_most
    assert ending.wall_seconds == pytest.approx((1 - share) * clocks.now, abs=1.0)


COMPUTES = """
import os, time
os.sched_setaffinity(0, {cpu})
while time.process_time() < 0.3:
    pass
os.write(2, bytes.fromhex("{answer}"))
time.sleep(1000)
"""


@pytest.mark.parametrize("counted", [True, False])
def test_who_shares_a_processor_with_others_is_not_failed_for_it(
    watch: Start, monkeypatch: pytest.MonkeyPatch, counted: bool
) -> None:
    """The real queue of a processor with four others on it; and that only counting it helps."""
    cpu = {min(os.sched_getaffinity(0))}
    busy = f"import os; os.sched_setaffinity(0, {cpu}); print(flush=True)\nwhile True: pass"
    others = [
        subprocess.Popen([sys.executable, "-c", busy], stdout=subprocess.PIPE) for _ in range(4)
    ]
    for other in others:
        assert other.stdout is not None
        other.stdout.readline()
    monkeypatch.setattr(exchange, "LONGEST_WALL", 10_000)
    if not counted:
        monkeypatch.setattr(CpuClock, "queued_seconds", lambda clock: 0.0)
    script = COMPUTES.format(cpu=cpu, answer=ANSWER.hex())
    limits = Limits(wall_seconds=0.9, cpu_seconds=30.0)
    try:
        ending = watch(f"exec {sys.executable} -I -S -c '{script}'", limits=limits)
    finally:
        for other in others:
            other.kill()
            other.communicate()
    assert (ending.answered, ending.stop) == ((True, None) if counted else (False, Stop.WALL))


class Listener:
    """A listener that has one call to tell of, for as long as nobody has asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, own: bool) -> None:
        self.descriptor, self._end = os.pipe()
        os.write(self._end, b"x")
        self._own = own
        monkeypatch.setattr(forbidden_calls, "receive", self._receive)
        self._process_id = 0
        init = CpuClock.__init__

        def noting(clock: CpuClock, pidfd: int) -> None:
            init(clock, pidfd)
            self._process_id = clock.process_id

        monkeypatch.setattr(CpuClock, "__init__", noting)

    def _receive(self, descriptor: int) -> forbidden_calls.Call:
        os.read(descriptor, 1)
        process_id = self._process_id if self._own else self._process_id + 1
        architecture = seccomp.ARCHITECTURES[this_machine()]
        return forbidden_calls.Call(process_id, architecture, numbers(this_machine())["ptrace"])

    def close(self) -> None:
        os.close(self.descriptor)
        os.close(self._end)


@pytest.mark.parametrize("own", [True, False])
def test_a_forbidden_call_ends_the_process_that_made_it(
    watch: Start, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    listener = Listener(monkeypatch, own)
    script = "exec sleep 1000" if own else f"sleep 0.1; {SAYS_ANSWER}; exec sleep 1000"
    ending = watch(script, listener=listener.descriptor)
    listener.close()
    assert ending.reports_calls
    expected = (Stop.SYSCALL, "ptrace", False) if own else (None, None, True)
    assert (ending.stop, ending.syscall, ending.answered) == expected
