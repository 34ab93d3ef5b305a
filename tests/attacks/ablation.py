"""Layers of the walls left out, to see what each is for: one row, one layer that stops one attack
alone.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from sandbox import arrays, classify, exchange, launch, results
from sandbox.confine import landlock
from sandbox.exchange import Stop
from sandbox.pool import Pool
from sandbox.protocol import Lane, RunResult, RunStatus, Tier

from . import breached
from .arena import SECRET, Targets
from .attack import Attack, Outcome
from .groups import GROUPS

_SCRIPT = Path(__file__).with_name("breached.py")
ATTACKS: dict[str, Attack] = {a.name: a for attacks in GROUPS.values() for a in attacks}


@dataclass(frozen=True, slots=True)
class Row:
    """``layer`` alone stops ``attack``: with the layers ``without`` left out, which overlap it, the
    attack ends as ``held`` says and has done nothing; with ``layer`` left out too, as ``freed``.

    ``harm`` says that something of the host was changed then.  ``twice``: the second of two runs
    counts.  ``planted``: the interpreter has packages of others inside its library.  ``needs``:
    what not every machine or user has, see ``LACKING``.
    """

    layer: str
    attack: str
    held: Outcome
    freed: Outcome | type[BaseException]
    without: tuple[str, ...] = ()
    tier: Tier = Tier.FLAT
    harm: bool = False
    twice: bool = False
    planted: bool = False
    needs: tuple[str, ...] = ()


def _no_stop(why: Stop) -> Callable[[pytest.MonkeyPatch], None]:
    """The client sees ``why`` it should kill, and does not."""

    def patch(patch: pytest.MonkeyPatch) -> None:
        real = exchange.Exchange._stop
        patch.setattr(
            exchange.Exchange,
            "_stop",
            lambda self, reason: None if reason is why else real(self, reason),
        )

    return patch


def _whole_environment(patch: pytest.MonkeyPatch) -> None:
    patch.setenv("SECRET", SECRET)
    patch.setattr(launch, "_ENVIRONMENT", launch._ENVIRONMENT | dict(os.environ))


def _any_status(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(results, "_ANSWERS", {status.value: status for status in RunStatus})


def _unchecked_lengths(patch: pytest.MonkeyPatch) -> None:
    def take(self: Any, length: int) -> memoryview:
        self._at += length
        return self._data[self._at - length : self._at]

    patch.setattr(arrays._Decoder, "take", take)


CLIENT_LAYERS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "wall clock": _no_stop(Stop.WALL),
    "watch of the CPU clock": _no_stop(Stop.CPU),
    "CPU time at the end": lambda patch: patch.setattr(classify, "_limited", lambda *_: None),
    "cap of output": _no_stop(Stop.OUTPUT),
    "cap of the result": _no_stop(Stop.RESULT),
    "environment built by hand": _whole_environment,
    "statuses a child may claim": _any_status,
    "lengths of values": _unchecked_lengths,
    "description of arrays": lambda patch: patch.setattr(results, "_check_array", lambda *_: None),
    "depth of values": lambda patch: patch.setattr(arrays, "MAX_DEPTH", 1 << 30),
}
"""Layers on the trusted side, each as the change of this process that leaves it out."""

LAYERS = frozenset({*breached.LAYERS, *CLIENT_LAYERS})

LACKING: dict[str, Callable[[], bool]] = {
    "root": lambda: os.getuid() != 0,
    "x86-64": lambda: platform.machine() != "x86_64",
    "Landlock that knows of networks": lambda: landlock.abi() < 4,
    "Landlock that knows of scopes": lambda: landlock.abi() < 6,
    "core files": lambda: Path("/proc/sys/kernel/core_pattern").read_text()[:1] in "|/",
    "temporary files with set-user-id": lambda: bool(os.statvfs("/tmp").f_flag & os.ST_NOSUID),
    "no limit of stacks": lambda: resource.getrlimit(resource.RLIMIT_STACK)[1] >= 0,
}
"""Whether this machine or user has not what a row needs."""


def attempt(
    row: Row, without: tuple[str, ...], patch: pytest.MonkeyPatch
) -> tuple[RunResult | BaseException, bool]:
    """What comes of the attack of ``row`` without these layers, and whether the host was harmed.

    Raises ``SandboxUnavailable``.
    """
    for name in without:
        if name in CLIENT_LAYERS:
            CLIENT_LAYERS[name](patch)
    off = tuple(name for name in without if name not in CLIENT_LAYERS)
    program = f"OFF = {off!r}\nexec(compile(open({str(_SCRIPT)!r}).read(), 'breached.py', 'exec'))"
    patch.setattr(launch, "_PROGRAM", program)
    targets = Targets()
    try:
        return _result(row, targets), _is_harmed(targets)
    finally:
        targets.close()


def _result(row: Row, targets: Targets) -> RunResult | BaseException:
    request = ATTACKS[row.attack].request(targets.values())
    with Pool(Lane.LEARNER, tiers=(row.tier,)) as pool:
        assert pool.info.tier is row.tier
        try:
            return [pool.run(request) for _ in range(1 + row.twice)][-1]
        except (RecursionError, TypeError) as error:
            return error


def _is_harmed(targets: Targets) -> bool:
    try:
        targets.check()
    except AssertionError:
        return True
    return False


def plant(folder: Path) -> Path:
    """A copy of this interpreter and its library, with a package of others inside the library."""
    library = Path(os.__file__).parent
    home = folder / "home"
    copied = home / "lib" / library.name
    unwanted = shutil.ignore_patterns("*-packages", "__pycache__", "test", "config-*", "*.a")
    shutil.copytree(library, copied, ignore=unwanted)
    (copied / "site-packages").mkdir()
    (copied / "site-packages" / "planted.py").write_text(f"TEXT = {SECRET!r}\n")
    (home / "bin").mkdir()
    return Path(shutil.copy(os.path.realpath(sys.executable), home / "bin" / "python"))
