"""A zygote with holes in its walls: starts as ``sandbox/entry.py`` does, but leaves layers out.

Executed in the zygote's interpreter with ``OFF``, the names of ``LAYERS`` to leave out, among its
globals; see ``ablation.py``.  The product has no such switch.
"""

from __future__ import annotations

import importlib
import os
import resource
import sys
from collections.abc import Callable
from functools import partial
from types import ModuleType, SimpleNamespace
from typing import Any

_LIMITS = "CPU DATA AS STACK NOFILE FSIZE CORE MEMLOCK MSGQUEUE".split()
_RULES = "openat ioctl fcntl prlimit64 mprotect mmap".split()


def nothing(*_: object) -> None:
    """In place of a wall."""


def module(name: str) -> ModuleType:
    """Of the sandbox; there is none yet when this file starts."""
    return importlib.import_module(f"sandbox.{name}")


def share(flag: str, asked_with: tuple[str, ...] = ()) -> None:
    """Stay in the namespaces of kind ``flag``; where ``asked_with`` is given, only when exactly
    these are asked for.
    """
    namespaces = module("confine.namespaces")
    real, kinds = namespaces.unshare, namespaces.Namespace
    exactly = kinds(0)
    for name in asked_with:
        exactly |= kinds[name]

    def unshare(asked: Any) -> None:
        real(asked & ~kinds[flag] if exactly in (asked, kinds(0)) else asked)

    namespaces.unshare = unshare
    lend_any_namespaces()


def lend_any_namespaces() -> None:
    """Until a child is locked in, let the filter take any flags: fewer are asked for."""
    rules = module("confine.syscall_rules")
    any_value = (rules.Match(0, 0, 0),)
    loans = tuple(rules.Loan(call, any_value, None) for call in ("unshare", "setns"))
    rules.loans_for_namespaces = lambda *_: loans


def share_host_name() -> None:
    share("UTS")
    # Never the machine's own.
    module("confine.namespaces").set_host_name = nothing


def share_processes(asked_with: tuple[str, ...] = ()) -> None:
    share("PID", asked_with)
    module("confine.namespaces").enter_pid_namespace = nothing


def stay_in_root() -> None:
    module("confine.root").enter = nothing
    module("runtime").relocate = nothing


def open_landlock() -> None:
    landlock = module("confine.landlock")
    landlock.ruleset = lambda paths: os.open("/", os.O_PATH | os.O_CLOEXEC)
    landlock.apply = nothing


def open_seccomp() -> None:
    seccomp = module("confine.seccomp")
    seccomp.Filter.apply = seccomp.Filter.apply_reporting = nothing


def open_architectures() -> None:
    bpf = module("confine.bpf")
    module("confine.seccomp")._only = lambda *_: [bpf.load(bpf.NUMBER_OFFSET)]


def open_rule(call: str) -> None:
    """Let the arguments of ``call`` be any."""
    rules = module("confine.syscall_rules")
    always = (rules.Match(0, 0, 0),)
    changed = [
        rules.Rule(rule.call, always, rule.refusal) if rule.call == call else rule
        for rule in (*rules.CHECKED, rules.OPENING, rules.SELF_LIMITS)
    ]
    *rules.CHECKED, rules.OPENING, rules.SELF_LIMITS = changed


def open_files() -> None:
    rules = module("confine.syscall_rules")
    rules.OPENING_NOTHING = {}
    rules.ALLOWED |= {"openat"}


def lift(limit: str) -> None:
    """Set all resource limits but one."""
    rlimits = module("confine.rlimits")
    set_before = rlimits.resource.setrlimit
    kind = getattr(resource, f"RLIMIT_{limit}")

    def setrlimit(asked: int, bounds: tuple[int, int]) -> None:
        if asked != kind:
            set_before(asked, bounds)

    rlimits.resource = SimpleNamespace(**vars(rlimits.resource) | {"setrlimit": setrlimit})


def keep_capabilities() -> None:
    capabilities = module("confine.capabilities")
    capabilities.drop_all = capabilities.drop_bounding = nothing


def be_dumpable() -> None:
    process = module("confine.process")
    real = process.set_dumpable
    process.set_dumpable = lambda dumpable: real(True)


def keep_descriptors() -> None:
    descriptors = module("confine.descriptors")
    real = descriptors.close_from
    descriptors.close_from = lambda first: real(first) if first == 0 else None


def stay_root() -> None:
    module("confine.identity").drop_root = nothing


def keep_privileges() -> None:
    module("confine.process").forbid_new_privileges = nothing


def show_packages() -> None:
    module("layout").Layout.masked = lambda self: []


def remember_origin() -> None:
    module("runtime").forget_origin = nothing


def leave_state() -> None:
    module("state").State.look = lambda self: nothing


LAYERS: dict[str, Callable[[], None]] = {
    "user namespace of each child": partial(share, "USER", ("USER",)),
    "process namespaces": share_processes,
    "process namespace of each child": partial(share_processes, ("PID",)),
    "mount namespace of each child": partial(share, "MOUNT", ("MOUNT", "UTS", "IPC")),
    "root directory": stay_in_root,
    "network namespace": partial(share, "NETWORK"),
    "IPC namespaces": partial(share, "IPC"),
    "host name namespaces": share_host_name,
    "control group namespace": partial(share, "CGROUP"),
    "seccomp": open_seccomp,
    "seccomp: architecture": open_architectures,
    "seccomp: no open at all": open_files,
    **{f"seccomp: {call}": partial(open_rule, call) for call in _RULES},
    "Landlock": open_landlock,
    **{f"RLIMIT_{limit}": partial(lift, limit) for limit in _LIMITS},
    "capabilities": keep_capabilities,
    "no new privileges": keep_privileges,
    "not dumpable": be_dumpable,
    "close_range": keep_descriptors,
    "never root": stay_root,
    "mask of site-packages": show_packages,
    "origin forgotten": remember_origin,
    "state put back": leave_state,
}
"""Each as what to do instead, all in one place."""


def _start(off: tuple[str, ...]) -> None:
    with open(sys.argv[1], "rb") as file:
        entry: dict[str, Any] = {"__name__": "entry"}
        exec(compile(file.read(), "sandbox/entry.py", "exec"), entry)
    entry["load"](os.path.dirname(sys.argv[1]), sys.argv[3])
    for name in off:
        LAYERS[name]()
    module("zygote").main(int(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    _start(globals()["OFF"])
