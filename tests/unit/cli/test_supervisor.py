from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import pytest

from app.cli.supervised import LONGEST_PAUSE_SECONDS, Supervised, _pause
from app.cli.supervisor import FAILED_STARTS, CannotStart, Supervisor

PREFIX = """
import os, signal, socket, sys, threading
from app.cli.lifeline import Lifeline
line = Lifeline(int(sys.argv[-1]))
def forever(): threading.Event().wait()
"""
STEADY = "line.ready(); forever()"
BROKEN = "sys.exit(7)"
ENDS_ONCE_READY = "line.ready(); sys.exit(3)"
DEAF = "signal.signal(signal.SIGTERM, signal.SIG_IGN); line.ready(); forever()"


def child(name: str, body: str) -> Supervised:
    return Supervised(name, [sys.executable, "-c", PREFIX + body], os.environ)


class Bench:
    """Runs a supervisor in this thread; ``when_ready`` may send signals to this process."""

    def __init__(self, *children: Supervised, when_ready=lambda child, times: None):
        self.said: list[str] = []
        self.ready: list[str] = []
        self.when_ready = when_ready
        self.children = children
        self.supervisor = Supervisor(children, on_ready=self.note, say=self.said.append)

    def note(self, child):
        self.ready.append(child.name)
        self.when_ready(child, self.ready.count(child.name))

    def run(self):
        guard = threading.Timer(60, os.kill, (os.getpid(), signal.SIGINT))
        guard.start()
        try:
            self.supervisor.run()
        finally:
            guard.cancel()
        assert not any(child.running for child in self.children)


def stop_this(_child=None, _times=None, number=signal.SIGTERM):
    os.kill(os.getpid(), number)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_stops_all(number):
    bench = Bench(child("a", STEADY), when_ready=lambda *_: stop_this(number=number))
    bench.run()
    assert bench.ready == ["a"]
    assert bench.said == []


def test_the_handlers_of_before_are_back_afterwards():
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGCHLD)]
    Bench(child("a", STEADY), when_ready=stop_this).run()
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGCHLD)] == before


def test_a_child_that_ends_is_started_again_and_the_other_left_alone():
    def when_ready(told, times):
        if told.name == "b" and times == 3:
            stop_this()

    bench = Bench(child("a", STEADY), child("b", ENDS_ONCE_READY), when_ready=when_ready)
    bench.run()
    assert bench.ready.count("a") == 1
    assert bench.ready.count("b") == 3
    assert bench.said[:2] == ["the b process has ended (exit code 3)"] * 2


def test_a_killed_child_is_started_again():
    def when_ready(told, times):
        if times == 2:
            stop_this()
        else:
            told.kill()

    bench = Bench(child("a", STEADY), when_ready=when_ready)
    bench.run()
    assert bench.ready == ["a", "a"]
    assert bench.said == ["the a process has ended (SIGKILL)"]


def test_what_never_begins_its_work_ends_the_server_with_a_reason():
    bench = Bench(child("a", STEADY), child("broken", BROKEN))
    with pytest.raises(CannotStart, match="broken process"):
        bench.run()
    assert bench.said == ["the broken process has ended (exit code 7)"] * FAILED_STARTS
    assert not any(each.running for each in bench.children)


def test_what_has_once_been_ready_is_started_again_for_ever(monkeypatch, tmp_path):
    monkeypatch.setattr("app.cli.supervised.FIRST_PAUSE_SECONDS", 0.001)
    starts = tmp_path / "starts"
    body = f"""
with open({str(starts)!r}, "a") as file: file.write("x")
times = os.path.getsize({str(starts)!r})
if 1 < times <= {FAILED_STARTS + 2}: os.kill(os.getpid(), signal.SIGKILL)
line.ready()
if times == 1: sys.exit(3)
forever()
"""
    bench = Bench(
        child("a", STEADY),
        child("b", body),
        when_ready=lambda told, times: stop_this() if (told.name, times) == ("b", 2) else None,
    )
    bench.run()
    assert bench.ready.count("a") == 1
    assert bench.said.count("the b process has ended (SIGKILL)") == FAILED_STARTS + 1


def test_a_process_that_cannot_be_started_now_is_tried_again(monkeypatch):
    monkeypatch.setattr("app.cli.supervisor.RETRY_SECONDS", 0.01)
    process = child("a", STEADY)
    begin, refusals = process.start, iter([OSError("no memory"), OSError("no memory")])

    def start(now):
        for refusal in refusals:
            raise refusal
        begin(now)

    process.start = start
    bench = Bench(process, when_ready=stop_this)
    bench.run()
    assert bench.said == ["the a process cannot be started: no memory"] * 2
    assert bench.ready == ["a"]


def test_a_command_that_is_missing_leaves_nothing_open():
    with pytest.raises(FileNotFoundError):
        Supervised("a", ["/missing/command"], os.environ).start(0.0)


def test_a_second_signal_kills_what_does_not_listen():
    def when_ready(*_):
        stop_this()
        threading.Timer(0.1, stop_this).start()

    bench = Bench(child("deaf", DEAF), when_ready=when_ready)
    bench.run()
    assert bench.ready == ["deaf"]


def test_pauses_grow_with_each_quick_end_and_begin_anew():
    clock = 1000.0
    process = child("a", BROKEN)
    pauses = []
    for lived in (0.0, 0.0, 0.0, 60.0):
        process.start(clock)
        clock += lived
        assert not process.hear()
        while process.ended(clock) is None:
            pass
        pauses.append(round(process.due_at - clock, 3))
    assert pauses == [0.1, 0.2, 0.4, 0.1]


@pytest.mark.parametrize("quick_ends", [12, 5000])
def test_no_pause_is_longer_than_the_longest(quick_ends):
    assert _pause(quick_ends) == LONGEST_PAUSE_SECONDS


@pytest.mark.parametrize("kernel_helps", [True, False])
def test_a_child_ends_with_its_parent(kernel_helps):
    """The grandchild holds our pipe open for as long as it lives: reading to its end is proof."""
    deaf = "" if kernel_helps else "import sys; sys.platform = 'other'"
    body = f"{deaf}\n{PREFIX}\nprint(os.getpid(), flush=True); line.ready(); forever()"
    parent = f"""
import os, sys
from app.cli.supervised import LONGEST_PAUSE_SECONDS, Supervised, _pause
made = Supervised("a", [sys.executable, "-c", {body!r}], os.environ)
made.start(0.0)
assert made.hear()
os.kill(os.getpid(), 9)
"""
    done = subprocess.run(
        [sys.executable, "-c", parent], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert int(done.stdout) > 0
