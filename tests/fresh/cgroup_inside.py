#!/usr/bin/python3 -u
"""The half of cgroup.sh that runs in the emulated machine: first as its init, then as services.

init plays systemd's part: it makes the cgroup of a service, with or without the mark that it is
delegated, and starts this file again inside.  A service shows, in each tier, that a child which
outgrows the zygote's bound is out of memory, that its zygote lives on, and that nothing is left;
or, where nothing is delegated, that the same zygotes work without.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, "/opt/tracegrade")

TREE = Path("/sys/fs/cgroup")
SLICE = TREE / "system.slice"
USER = 1000
MIB = 2**20
_MS_BIND, _MS_MOVE = 4096, 8192
_POWER_OFF = 0x4321FEDC

HOG = "import numpy as np\ndef f(x):\n    return float(np.ones(200 * 2**20, np.uint8)[-1]) + x\n"
MODEST = "def f(x):\n    return x + 1\n"


def init() -> None:
    """Three services, one after another; then the machine is switched off."""
    os.environ["PATH"] = "/usr/bin:/bin"
    _leave_first_root()
    for kind, where in (("proc", "/proc"), ("sysfs", "/sys"), ("devtmpfs", "/dev")):
        Path(where).mkdir(exist_ok=True)
        _mount(kind, where, kind)
    _mount("cgroup2", str(TREE), "cgroup2")
    _mount("tmpfs", "/tmp", "tmpfs")
    os.chmod("/tmp", 0o1777)
    for cgroup in (TREE, SLICE):
        cgroup.mkdir(exist_ok=True)
        (cgroup / "cgroup.subtree_control").write_text("+memory +pids")
    proved = [
        _serve("plain.service", 0, delegated=False),
        _serve("root.service", 0, delegated=True),
        _serve("user.service", USER, delegated=True),
    ]
    print("== all proved" if all(proved) else "== FAILED")
    ctypes.CDLL(None).reboot(_POWER_OFF)


def _mount(source: str, target: str, kind: str | None, flags: int = 0) -> None:
    Path(target).mkdir(exist_ok=True)
    libc = ctypes.CDLL(None, use_errno=True)
    encoded = kind.encode() if kind else None
    if libc.mount(source.encode(), target.encode(), encoded, flags, None):
        raise OSError(ctypes.get_errno(), f"mount {target}")


def _leave_first_root() -> None:
    """The file system that a kernel starts with can never be left by pivot_root(2): cover it."""
    _mount("/", "/mnt", None, _MS_BIND)
    os.chdir("/mnt")
    _mount(".", "/", None, _MS_MOVE)
    os.chroot(".")
    os.chdir("/")


def _serve(name: str, user: int, *, delegated: bool) -> bool:
    cgroup = SLICE / name
    cgroup.mkdir()
    if delegated:
        os.setxattr(cgroup, "user.delegate", b"1")
        for path in (cgroup, cgroup / "cgroup.procs", cgroup / "cgroup.subtree_control"):
            os.chown(path, user, user)

    def enter() -> None:
        (cgroup / "cgroup.procs").write_text("0")
        os.setgid(user)
        os.setuid(user)

    print(f"== {name}, as user {user}{', delegated' if delegated else ''}")
    command = [sys.executable, "-u", __file__, name if delegated else ""]
    return subprocess.run(command, preexec_fn=enter, check=False).returncode == 0


def service(name: str) -> None:
    """Fails by an exception."""
    from sandbox import doctor
    from sandbox.protocol import Tier

    for tier in (Tier.NAMESPACES, Tier.FLAT):
        if name:
            _prove_bounds(SLICE / name, tier)
        else:
            _prove_nothing_is_used(tier)
    row = doctor.probe().rows[-1]
    print(f"   doctor: {row.name}: {'yes' if row.enforced else 'no'}. {row.why_not}")
    _require(row.optional and row.enforced is bool(name), "the doctor says so")


def _prove_bounds(cgroup: Path, tier: object) -> None:
    from sandbox.confine import cgroup as bounds
    from sandbox.pool import Pool
    from sandbox.protocol import Lane, RunStatus

    # Less than the limits of the process itself allow, which would stop it first.
    bounds._OWN_MEMORY_BYTES, bounds._CHILDREN_WITH_MEMORY = 96 * MIB, 0
    with Pool(Lane.LEARNER, tiers=(tier,)) as pool:
        _require(_run(pool, MODEST) is RunStatus.OK, f"{tier}: a modest run is ok")
        (leaf,) = _leaves(cgroup)
        zygote = _processes(leaf)
        _require(len(zygote) >= 2, f"the zygote and its spare child are in {leaf.name}: {zygote}")
        _require(os.getpid() not in zygote, "this process is not")
        most = int((leaf / "memory.max").read_text())
        used = int((leaf / "memory.current").read_text())
        _require(most == 96 * MIB, f"bound {most // MIB} MiB, used {used // MIB} MiB")
        _require(_run(pool, HOG) is RunStatus.MEMORY_LIMIT, "the hog is out of memory")
        print("   " + (leaf / "memory.events").read_text().replace("\n", ", "))
        _require(_run(pool, MODEST) is RunStatus.OK, "a run after it is ok")
        _require(_leaves(cgroup) == [leaf], "in the same zygote")
        _require(min(zygote) in _processes(leaf), "which lives")
    _require(_leaves(cgroup) == [], "no leaf is left")
    bounds._OWN_MEMORY_BYTES, bounds._CHILDREN_WITH_MEMORY = 256 * MIB, 2
    with Pool(Lane.LEARNER, tiers=(tier,)) as pool:
        _require(_run(pool, HOG) is RunStatus.OK, "with the product's bounds that hog is none")
    with _timed("a leaf made, entered and removed"):
        _make_and_remove()


def _prove_nothing_is_used(tier: object) -> None:
    from sandbox.pool import Pool
    from sandbox.protocol import Lane, RunStatus

    before = list(SLICE.rglob("cgroup.procs"))
    with Pool(Lane.LEARNER, tiers=(tier,)) as pool:
        _require(_run(pool, MODEST) is RunStatus.OK, f"{tier}: a modest run is ok")
        _require(list(SLICE.rglob("cgroup.procs")) == before, "no cgroup was made")


def _make_and_remove() -> None:
    from sandbox import leaves

    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        leaf = leaves.enclose(process.pid, MIB)
        _require(leaf is not None and leaf.remove(), "a leaf is removed with what lives there")


def _run(pool, source: str):
    from sandbox.protocol import Limits, Module, RunRequest

    limits = Limits(wall_seconds=100.0, cpu_seconds=50.0)  # an emulated machine is slow
    request = RunRequest((Module("m", source, "m.py"),), "f", {"x": 1.0}, limits)
    result = pool.run(request)
    print(f"   {result.status.value}, {result.cpu_ms:.0f} ms of CPU. {result.detail}")
    return result.status


def _leaves(cgroup: Path) -> list[Path]:
    return sorted(cgroup.glob("zygote-*"))


def _processes(cgroup: Path) -> list[int]:
    return [int(line) for line in (cgroup / "cgroup.procs").read_text().split()]


def _require(holds: bool, what: str) -> None:
    print(f"   {'ok' if holds else 'NOT'}: {what}")
    if not holds:
        raise SystemExit(1)


@contextmanager
def _timed(what: str) -> Iterator[None]:
    start = time.perf_counter()
    yield
    print(f"   {what}: {(time.perf_counter() - start) * 1000:.0f} ms, with a process started")


if __name__ == "__main__":
    if os.getpid() == 1:
        init()
    else:
        service(sys.argv[1])
