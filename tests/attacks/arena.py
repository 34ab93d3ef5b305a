"""Where attacks happen: a pool of one tier, things of the host beside it, and what must be true
after each attack and in the end.
"""

from __future__ import annotations

import ctypes
import os
import select
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandbox.pool import Pool
from sandbox.protocol import Lane, Limits, Module, RunRequest, RunStatus, Tier, Value

from .attack import MARK, Attack

SECRET = "a-secret-of-the-host"
NOBODY = 65534
"""Whom a root sandbox becomes: the bystander is the same user, within reach of its signals."""

KEY = 0x54474154
"""Of the System V objects that attacks try to make."""

SEGMENT_KEY = KEY + 1
"""Of shared memory of the host that holds the secret, for anybody to read."""

GOOD = Module("good", "import numpy as np\ndef f(x):\n    return np.sqrt(x) + 1\n", "good.py")
_SECONDS_TO_END = 20.0
_PROCESSES = {Tier.NAMESPACES: 3, Tier.FLAT: 2, Tier.NOOPEN: 2}
"""The zygote and a spare child; with namespaces also the process that waits for the zygote."""

_DESCRIPTORS = 4 + 5
"""Sockets of the targets; of the pool the control socket, three pipes to the spare, its handle."""

_SEGMENT_BYTES, _CREATE, _REMOVE = 4096, 0o1000, 0
_PLACES = ("/", "/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run", os.path.dirname(os.__file__))


class Targets:
    """Things of the host that anybody may reach who is not behind walls."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="attacked-")
        self.folder = Path(self._folder.name)
        self.folder.chmod(0o777)
        self.file = self.folder / "secret"
        self.file.write_text(SECRET)
        self.file.chmod(0o666)
        self.private = self.folder / "private"
        self.private.write_text(SECRET)
        self.private.chmod(0o600)
        self.program = Path(shutil.copy(shutil.which("cat") or "/bin/cat", self.folder / "cat"))
        self.program.chmod(0o4755)
        self._segment = _shared_memory(SECRET)
        self._name = f"\0attacked-{os.getpid()}-{id(self)}"
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix = _unix_server(str(self.folder / "socket"))
        (self.folder / "socket").chmod(0o777)
        self.abstract = _unix_server(self._name)
        self.bystander = subprocess.Popen(
            ["sleep", "1000000"],
            env={"SECRET": SECRET},
            cwd="/",
            stdin=subprocess.DEVNULL,
            **({"user": NOBODY, "group": NOBODY, "extra_groups": []} if not os.getuid() else {}),
        )

    def values(self) -> dict[str, Value]:
        """What an attack is told of them."""
        return {
            "file": str(self.file),
            "folder": str(self.folder),
            "port": self.tcp.getsockname()[1],
            "udp_port": self.udp.getsockname()[1],
            "socket": str(self.folder / "socket"),
            "abstract": self._name[1:],
            "process": self.bystander.pid,
            "grader": os.getpid(),
            "key": KEY,
            "private": str(self.private),
            "program": str(self.program),
            "segment": SEGMENT_KEY,
            "cgroup": os.readlink("/proc/self/ns/cgroup"),
        }

    def check(self) -> None:
        """The bystander lives and runs; nobody has called; the files are as they were."""
        assert self.bystander.poll() is None, "the bystander is dead"
        stat = Path(f"/proc/{self.bystander.pid}/stat").read_text()
        assert stat.rpartition(")")[2].split()[0] in "RSD", "the bystander is stopped"
        called = select.select([self.tcp, self.udp, self.unix, self.abstract], [], [], 0)[0]
        assert called == [], "a socket of the host was reached"
        assert self.file.read_text() == SECRET
        names = sorted(path.name for path in self.folder.iterdir())
        assert names == ["cat", "private", "secret", "socket"]
        assert self.file.stat().st_mode & 0o7777 == 0o666

    def close(self) -> None:
        for server in (self.tcp, self.udp, self.unix, self.abstract):
            server.close()
        self.bystander.kill()
        self.bystander.wait()
        ctypes.CDLL(None).shmctl(self._segment, _REMOVE, None)
        self._folder.cleanup()


def _shared_memory(text: str) -> int:
    """A segment of System V memory that holds ``text``; shmget(2)."""
    library = ctypes.CDLL(None, use_errno=True)
    segment: int = library.shmget(SEGMENT_KEY, _SEGMENT_BYTES, _CREATE | 0o666)
    library.shmat.restype = ctypes.c_void_p
    if segment < 0:
        raise OSError(ctypes.get_errno(), "shmget")
    address = library.shmat(segment, None, 0)
    ctypes.memmove(address, text.encode() + b"\0", len(text) + 1)
    library.shmdt(ctypes.c_void_p(address))
    return segment


def _unix_server(address: str) -> socket.socket:
    server = socket.socket(socket.AF_UNIX)
    server.bind(address)
    server.listen()
    return server


class Own(NamedTuple):
    """What this process has open, and started."""

    processes: set[int]
    descriptors: set[str]


class Arena:
    """One pool that is attacked again and again."""

    def __init__(self, pool: Pool, targets: Targets, before: Own) -> None:
        self.pool = pool
        self.targets = targets
        self.tier = pool.info.tier
        self._before = before

    def attack(self, attack: Attack) -> None:
        """Run it; it ends as it must, and nothing else has changed."""
        result = self.pool.run(attack.request(self.targets.values()))
        expected = attack.outcome(self.tier)
        assert expected.seen_in(result) == expected, result
        self.check()

    def check(self) -> None:
        """A good submission passes, the bystander lives, nothing has been reached, made or left."""
        x = np.arange(6.0).reshape(2, 3)
        result = self.pool.run(RunRequest((GOOD,), "f", {"x": x}, Limits()))
        assert result.status is RunStatus.OK, result
        assert result.returned is not None
        np.testing.assert_array_equal(result.returned.value, np.sqrt(x) + 1)  # type: ignore[arg-type]
        assert (result.stdout, result.inputs_modified) == ("", ())
        self.targets.check()
        self._check_what_is_left()

    def _check_what_is_left(self) -> None:
        """Children are reaped some time after they were killed."""
        deadline = time.monotonic() + _SECONDS_TO_END
        while (left := self._processes()) > _PROCESSES[self.tier] and time.monotonic() < deadline:
            time.sleep(0.01)
        assert left <= _PROCESSES[self.tier], "a process is left"
        assert len(_descriptors() - self._before.descriptors) <= _DESCRIPTORS, (
            "a descriptor is left"
        )
        assert left_behind() == []

    def _processes(self) -> int:
        return len(descendants() - self._before.processes - {self.targets.bystander.pid})


def descendants(process: int | str = "self") -> set[int]:
    """Process ids of all that came of ``process``."""
    found: set[int] = set()
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        found.update(int(pid) for pid in task.read_text().split())
    return found.union(*map(_descendants_if_there, found))


def _descendants_if_there(process: int) -> set[int]:
    try:
        return descendants(process)
    except OSError:
        return set()


@contextmanager
def arena(tier: Tier) -> Iterator[Arena]:
    """An arena of ``tier``; in the end no process, descriptor, file or IPC object is left.

    Raises ``SandboxUnavailable``.
    """
    before = Own(descendants(), _descriptors())
    targets = Targets()
    try:
        with Pool(Lane.LEARNER, tiers=(tier,)) as pool:
            arena = Arena(pool, targets, before)
            arena.check()
            yield arena
            arena.check()
            handles = _handles(descendants() - before.processes - {targets.bystander.pid})
    finally:
        targets.close()
    assert all(_has_ended(handle) for handle in handles), "a process is left"
    assert descendants() == before.processes, "a process is left"
    assert _descriptors() == before.descriptors, "a descriptor is left"
    assert left_behind() == []


def _descriptors() -> set[str]:
    return set(os.listdir("/proc/self/fd"))


def _handles(processes: set[int]) -> list[int]:
    handles = []
    for process in processes:
        try:
            handles.append(os.pidfd_open(process))
        except ProcessLookupError:
            continue
    return handles


def _has_ended(handle: int) -> bool:
    ended = bool(select.select([handle], [], [], _SECONDS_TO_END)[0])
    os.close(handle)
    return ended


def left_behind() -> list[str]:
    """What bears the mark or the key of an attack."""
    found = [
        os.path.join(place, name)
        for place in (*_PLACES, os.getcwd(), os.path.expanduser("~"))
        if os.path.isdir(place) and os.access(place, os.R_OK)
        for name in os.listdir(place)
        if MARK in name
    ]
    for kind in ("shm", "sem", "msg"):
        table = Path("/proc/sysvipc", kind)
        rows = table.read_text().splitlines() if table.exists() else []
        found += [f"{kind}: {row}" for row in rows if str(KEY) in row.split()[:1]]
    return found
