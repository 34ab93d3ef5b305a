"""Forbidden system calls, told of by the kernel."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys
from collections.abc import Iterator

import pytest

from sandbox.confine import bpf, libc, listener, process, seccomp
from sandbox.confine.listener import Call
from sandbox.confine.seccomp import ALLOW, ARCHITECTURES, REPORT
from sandbox.confine.syscall_numbers import numbers, this_machine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")

UNANSWERED = 38
"""ENOSYS."""


def _report_ptrace(connection: socket.socket) -> None:
    """Put the filter up and hand its listener over."""
    number = numbers(this_machine())["ptrace"]
    program = [
        bpf.load(bpf.NUMBER_OFFSET),
        bpf.if_equal(number, 0, 1),
        bpf.give(REPORT),
        bpf.give(ALLOW),
    ]
    process.forbid_new_privileges()
    descriptor = seccomp.Filter(program).apply_reporting()
    socket.send_fds(connection, [b"x"], [descriptor])
    os.close(descriptor)


class Asking:
    """A process that asks for ptrace when it is told to, and exits with how that ended."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.process_id = os.fork()
        if self.process_id == 0:
            _ask(theirs)
        theirs.close()
        _, (self.listener,), _, _ = socket.recv_fds(ours, 1, 1)
        self._connection = ours

    def ask(self) -> None:
        self._connection.send(b"x")

    def waits(self) -> bool:
        return bool(select.select([self.listener], [], [], 60)[0])

    def kill(self) -> None:
        os.kill(self.process_id, signal.SIGKILL)
        os.waitpid(self.process_id, 0)
        self.process_id = 0

    def close(self) -> None:
        if self.process_id:
            self.kill()
        self._connection.close()
        os.close(self.listener)


def _ask(connection: socket.socket) -> None:
    code = 0
    try:
        _report_ptrace(connection)
        connection.recv(1)
        libc.syscall("ptrace", 0, 0, 0, 0)
    except OSError as error:
        code = error.errno or 1
    finally:
        os._exit(code)


@pytest.fixture
def asking() -> Iterator[Asking]:
    process = Asking()
    yield process
    process.close()


def test_a_call_is_named_with_its_process(asking: Asking) -> None:
    asking.ask()
    assert asking.waits()
    call = listener.receive(asking.listener)
    assert call is not None
    assert (call.name, call.process_id) == ("ptrace", asking.process_id)
    assert listener.receive(asking.listener) is None, "it is told once"


def test_nothing_is_waited_for(asking: Asking) -> None:
    assert listener.receive(asking.listener) is None


def test_a_process_that_is_killed_meanwhile_asks_for_nothing(asking: Asking) -> None:
    asking.ask()
    assert asking.waits()
    asking.kill()
    assert listener.receive(asking.listener) is None


def test_a_process_that_dies_between_the_look_and_the_reading(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking.ask()
    assert asking.waits()
    call = libc.call

    def late(name: str, *arguments: object) -> int:
        asking.kill()
        return call(name, *arguments)

    monkeypatch.setattr(libc, "call", late)
    assert listener.receive(asking.listener) is None


def test_a_call_that_nobody_can_be_told_of_is_not_executed() -> None:
    process = Asking()
    os.close(process.listener)
    process.ask()
    _, status = os.waitpid(process.process_id, 0)
    process.process_id, process.listener = 0, os.open(os.devnull, os.O_RDONLY)
    process.close()
    assert os.waitstatus_to_exitcode(status) == UNANSWERED


def test_a_second_listener_is_refused(asking: Asking) -> None:
    """As below a container's runtime that has one: the caller then falls back to killing."""
    ours, theirs = socket.socketpair()
    if (child := os.fork()) == 0:
        code = 0
        try:
            _report_ptrace(theirs)
            _report_ptrace(theirs)
        except OSError as error:
            code = error.errno or 1
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    ours.close()
    theirs.close()
    assert os.waitstatus_to_exitcode(status) == 16, "EBUSY"


def test_what_is_no_listener_is_an_error() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"x")
    with pytest.raises(OSError, match="ioctl"):
        listener.receive(reader)
    os.close(reader)
    os.close(writer)


HERE = ARCHITECTURES.get(this_machine(), 0)


@pytest.mark.parametrize(
    ("architecture", "number", "name"),
    [
        (HERE, numbers(this_machine())["bpf"], "bpf"),
        (HERE, 999, "call 999"),
        (HERE, -1, "call -1"),
        (0x40000003, 11, "32-bit call 11"),
    ],
)
def test_names(architecture: int, number: int, name: str) -> None:
    assert Call(1, architecture, number).name == name


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_x32_is_one_machines_alone(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandbox.confine.syscall_numbers.this_machine", lambda: machine)
    name = Call(1, ARCHITECTURES[machine], 0x40000000 | 39).name
    assert name == ("x32 call 39" if machine == "x86_64" else f"call {0x40000000 | 39}")


def test_a_kernel_whose_notification_is_longer(
    asking: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size is asked of the kernel; a wrong one is refused, not guessed at."""
    assert listener._notification_bytes() >= 80
    monkeypatch.setattr(listener, "_notification_bytes", lambda: 88)
    asking.ask()
    assert asking.waits()
    with pytest.raises(OSError, match="ioctl"):
        listener.receive(asking.listener)
