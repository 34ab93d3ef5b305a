"""A zygote that says what it should not."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from sandbox import control, launch
from sandbox.arrays import encode
from sandbox.client import Client
from sandbox.control import FORKED, Kind
from sandbox.handle import ZygoteLost
from sandbox.protocol import Lane, Limits, Tier

READY = encode({"python": "3", "numpy": "2", "cpu_kernel": "any"})
Said = tuple[Kind, bytes, int]
"""A message, and how many descriptors go with it."""


@pytest.mark.skipif(sys.platform != "linux", reason="is about Linux")
@pytest.mark.parametrize(
    "said",
    [
        [(Kind.FORKED, FORKED.pack(1), 1)],
        [(Kind.READY, READY, 2)],
        [(Kind.READY, READY, 1), (Kind.FORKED, FORKED.pack(1), 2)],
        [(Kind.READY, READY, 1), (Kind.FORKED, FORKED.pack(1), 0)],
        [(Kind.READY, READY, 1), (Kind.READY, READY, 1)],
    ],
    ids=["forked at once", "too much with ready", "two children", "no child", "ready twice"],
)
def test_nothing_of_an_unexpected_message_is_kept(
    said: list[Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    reader, writer = os.pipe()
    os.set_blocking(reader, False)
    for kind, payload, count in said:
        control.send(theirs, kind, payload, (writer,) * count)
    os.close(writer)
    process = subprocess.Popen([sys.executable, "-c", ""])
    monkeypatch.setattr(launch, "start_interpreter", lambda: (process, ours))
    with theirs, pytest.raises(ZygoteLost):
        Client(Lane.LEARNER, Tier.FLAT).start(Limits())
    assert os.read(reader, 1) == b"", "the writing end is still open"
    os.close(reader)
