"""The zygote: a warm interpreter that forks locked children, one per batch of runs, and reaps them.

It holds no secret and never sees a job: jobs and results pass between the client and the child over
pipes that the zygote only hands on.  It has one thread, and ends when its client does.
"""

from __future__ import annotations

import gc
import os
import select
import socket
import sys
from typing import NoReturn, cast

import numpy as np

from sandbox import child, control, rehearsal, runtime, warned
from sandbox.arrays import decode, encode
from sandbox.confine import descriptors
from sandbox.control import Kind
from sandbox.layout import Layout
from sandbox.policy import LANES
from sandbox.protocol import Lane, Limits, SandboxError, Tier, Value
from sandbox.state import State
from sandbox.streams import prepare_streams
from sandbox.walls import Walls


def main(descriptor: int, packages_directory: str) -> NoReturn:
    """Serve the client at the other end of ``descriptor`` until it closes it."""
    connection = socket.socket(fileno=descriptors.raised(descriptor))
    zygote = _started(connection, packages_directory)
    # Every child has this frame below its own, and could read it.
    del packages_directory
    if zygote is not None:
        zygote.serve()
    os._exit(0)


def _started(connection: socket.socket, packages_directory: str) -> Zygote | None:
    """None when the client is gone before it said what to be."""
    start = control.receive(connection)
    if start is None or start.kind is not Kind.START:
        return None
    try:
        return _prepare(connection, decode(start.payload), packages_directory)
    except Exception as error:
        control.send(connection, Kind.FAILED, _reason(error))
        os._exit(1)


def _reason(error: Exception) -> bytes:
    known = isinstance(error, SandboxError)
    return (str(error) if known else f"{type(error).__name__}: {error}").encode()


def _prepare(connection: socket.socket, message: Value, packages_directory: str) -> Zygote:
    """Load the runtime, raise the outer wall, say that all is ready."""
    start = cast(dict[str, str], message)
    layout = Layout.of_this_interpreter(packages_directory)
    sys.path[:] = layout.standard_library
    runtime.load(LANES[Lane(start["lane"])].preloaded)
    ready = {
        "python": sys.version.partition(" ")[0],
        "numpy": np.__version__,
        "cpu_kernel": runtime.cpu_kernel(packages_directory),
    }
    if runtime.thread_count() != 1:
        raise SandboxError("the runtime started threads: forking it would be unsafe")
    tier = Tier(start["tier"])
    runtime.fill_import_caches(layout)
    prepare_streams()
    warned.show_only_own_places()
    walls = Walls(tier, layout)
    if tier is Tier.NAMESPACES:
        runtime.relocate(layout)
    runtime.forget_origin()
    state = State()
    gc.collect()
    gc.freeze()
    _say_ready(connection, ready, walls.listener)
    return Zygote(connection, walls, state)


def _say_ready(connection: socket.socket, ready: dict[str, str], listener: int | None) -> None:
    """The listener goes with it: neither this process nor a child of it may answer for itself."""
    handed_over = () if listener is None else (listener,)
    control.send(connection, Kind.READY, encode(ready), handed_over)
    for descriptor in handed_over:
        os.close(descriptor)


class Zygote:
    """Forks on request and reports each child's end."""

    def __init__(self, connection: socket.socket, walls: Walls, state: State) -> None:
        self._connection = connection
        self._walls = walls
        self._state = state
        self._rehearsal = rehearsal.job()
        self._process_ids: dict[int, int] = {}
        self._poll = select.poll()
        self._poll.register(connection.fileno(), select.POLLIN)

    def serve(self) -> None:
        """Until the client is gone."""
        while True:
            for descriptor, _ in self._poll.poll():
                if descriptor in self._process_ids:
                    self._reap(descriptor)
                elif not self._serve_request():
                    return

    def _serve_request(self) -> bool:
        request = control.receive(self._connection)
        if request is None or request.kind is not Kind.FORK:
            return False
        pipes = [descriptors.raised(descriptor) for descriptor in request.descriptors]
        self._fork(pipes, *control.FORK.unpack(request.payload))
        for descriptor in pipes:
            os.close(descriptor)
        return True

    def _fork(self, pipes: list[int], cpu_seconds: float, memory_bytes: int) -> None:
        process_id = self._walls.fork()
        if process_id == 0:
            limits = Limits(cpu_seconds=cpu_seconds, memory_bytes=memory_bytes)
            child.run(self._walls, limits, pipes, self._state, self._rehearsal)
        handle = descriptors.raised(os.pidfd_open(process_id))
        self._process_ids[handle] = process_id
        self._poll.register(handle, select.POLLIN)
        control.send(self._connection, Kind.FORKED, control.FORKED.pack(process_id), (handle,))

    def _reap(self, handle: int) -> None:
        self._poll.unregister(handle)
        process_id = self._process_ids.pop(handle)
        os.close(handle)
        _, status, usage = os.wait4(process_id, 0)
        ended = control.ENDED.pack(process_id, status, usage.ru_utime + usage.ru_stime)
        control.send(self._connection, Kind.ENDED, ended)
