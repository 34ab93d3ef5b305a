"""What is enforced on this machine: guarantees tried from inside a real child, not inferred."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sandbox import leaves
from sandbox.confine import landlock
from sandbox.pool import Pool
from sandbox.probes import PROBES, Probe
from sandbox.protocol import (
    Lane,
    Module,
    RunRequest,
    RunResult,
    RunStatus,
    SandboxError,
    Tier,
    Value,
)

_TO_GET_NAMESPACES = (
    "Needs tier namespaces: allow unprivileged user namespaces (user.max_user_namespaces; on "
    "Ubuntu an AppArmor profile that grants userns), and do not run under a seccomp profile that "
    "denies unshare and mount, as Docker's default does."
)
_A_BUG = "This wall should hold in this tier. Please report it, with the whole of this table."
_TO_GET_A_CGROUP = (
    "No tier needs it: each process has its own limits.  To have it, run Tracegrade as a systemd "
    "service with Delegate=yes, on a system with cgroup v2."
)
_ANY_TIER = "other people's code can run behind walls"
_STATE = Probe(
    "nothing is left for the next run",
    "a fresh child for each run",
    """
    import builtins
    def attempt(target):
        seen = hasattr(builtins, 'left')
        builtins.left = True
        return seen
    """,
)


@dataclass(frozen=True, slots=True)
class Row:
    """One guarantee: whether it is enforced, by what; if not, why and how to get it.

    No tier needs an ``optional`` one.
    """

    name: str
    enforced: bool
    how: str
    why_not: str = ""
    remedy: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class DoctorReport:
    """``ok`` says whether the required tier holds here with all its guarantees."""

    rows: tuple[Row, ...]
    tier: Tier | None
    ok: bool


def probe(require: Tier | None = None) -> DoctorReport:
    """Try each guarantee in the strongest tier that holds; never raises for a weak machine.

    Where the required tier does not hold, the first row says why, and the others are about what
    holds instead.
    """
    try:
        with Pool(Lane.LEARNER, require=require) as pool, _targets() as target:
            tier = Tier(pool.info.tier)
            _run(pool, _STATE, target)
            rows = tuple(_try(pool, tier, each, target) for each in (*PROBES, _STATE))
    except SandboxError as error:
        first, _, rest = str(error).partition("\n")
        if require is None:
            return DoctorReport((Row(_ANY_TIER, False, "", first, rest or _A_BUG),), None, False)
        row = Row(f"tier {require} or stronger", False, "", first, rest or _A_BUG)
        instead = probe()
        return DoctorReport((row, *instead.rows), instead.tier, False)
    rows = (*rows, _cgroup())
    return DoctorReport(rows, tier, all(row.enforced or row.remedy != _A_BUG for row in rows))


@contextmanager
def _targets() -> Iterator[dict[str, Value]]:
    """Things of the host that are within reach of any process, but for the walls."""
    with tempfile.NamedTemporaryFile() as file, socket.socket() as listener:
        os.chmod(file.name, 0o644)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield {"file": file.name, "port": listener.getsockname()[1], "process": os.getpid()}


def _try(pool: Pool, tier: Tier, probe: Probe, target: dict[str, Value]) -> Row:
    how = probe.how_by_tier.get(tier, probe.how)
    if not landlock.available():
        how = how.replace(", Landlock", "")
    result = _run(pool, probe, target)
    if probe.holds(result):
        return Row(probe.name, True, how)
    if result.status is RunStatus.SANDBOX_FAILED:
        return Row(probe.name, False, how, f"the sandbox failed: {result.detail}", _A_BUG)
    if probe.only_in not in (None, tier):
        return Row(
            probe.name, False, how, f"tier {tier.value} has no such wall", _TO_GET_NAMESPACES
        )
    return Row(probe.name, False, how, f"the attempt ended with {result.status.value}", _A_BUG)


def _cgroup() -> Row:
    name, how = "bounds on a zygote and its children in common", "cgroup v2"
    try:
        leaves.check()
    except leaves.NotUsed as reason:
        return Row(name, False, how, f"{reason}.", _TO_GET_A_CGROUP, optional=True)
    return Row(name, True, how, optional=True)


def _run(pool: Pool, probe: Probe, target: dict[str, Value]) -> RunResult:
    module = Module("probe", probe.source(), "probe.py")
    return pool.run(RunRequest((module,), "attempt", {"target": target}, probe.limits))
