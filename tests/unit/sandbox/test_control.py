"""Messages between client and zygote."""

from __future__ import annotations

import os
import socket

import pytest

from sandbox import control
from sandbox.control import Kind


def test_a_message_arrives_with_its_descriptors() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        reader, writer = os.pipe()
        control.send(ours, Kind.FORK, b"payload", (writer,))
        os.close(writer)
        message = control.receive(theirs)
        assert message is not None
        assert (message.kind, message.payload) == (Kind.FORK, b"payload")
        (received,) = message.descriptors
        assert not os.get_inheritable(received)
        os.write(received, b"x")
        assert os.read(reader, 1) == b"x"
        os.close(received)
        os.close(reader)


def test_the_end_of_the_other_side_is_no_message() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        ours.close()
        assert control.receive(theirs) is None


def test_an_unknown_message_is_refused_and_its_descriptors_are_closed() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with ours, theirs:
        reader, writer = os.pipe()
        socket.send_fds(ours, [b"?"], [writer])
        os.close(writer)
        with pytest.raises(ValueError, match="not a valid Kind"):
            control.receive(theirs)
        assert os.read(reader, 1) == b""
        os.close(reader)


def test_no_two_kinds_are_alike() -> None:
    assert all(len(kind.value) == 1 for kind in Kind)
    assert len({kind.value for kind in Kind}) == len(Kind)
