"""What limits, identity and the trusted side are for."""

from __future__ import annotations

from sandbox.protocol import RunStatus, Tier

from .ablation import Row
from .arena import SECRET
from .attack import (
    BROKEN_OFF,
    CPU,
    EACCES,
    EPERM,
    IDLE,
    MALFORMED,
    Outcome,
    crashes,
    exits,
    fails,
    returns,
    runs_out_of_memory,
    stopped,
)

DONE = returns(None)
SEGV = crashes(11)
EMFILE, EFBIG = map(fails, (24, 27))
TOO_LONG = Outcome(RunStatus.CPU_LIMIT)
"""More than allowed, and seen only when it was over."""

KILLED_FOR_CPU = Outcome(RunStatus.CPU_LIMIT, signal=9)
"""By the kernel, not by the client."""

WALLS_WITHIN = ("seccomp", "Landlock")

LIMITS = (
    Row(
        "RLIMIT_CPU",
        "work for long",
        KILLED_FOR_CPU,
        TOO_LONG,
        ("watch of the CPU clock", "wall clock"),
    ),
    Row("RLIMIT_DATA", "bytearray", runs_out_of_memory(), DONE, ("RLIMIT_AS",)),
    Row("RLIMIT_AS", "shared memory without a name", runs_out_of_memory("OSError"), DONE),
    Row(
        "RLIMIT_STACK",
        "raise the stack",
        EPERM,
        DONE,
        ("seccomp",),
        needs=("no limit of stacks",),
    ),
    Row("RLIMIT_NOFILE", "a hundred descriptors", EMFILE, returns(100)),
    Row(
        "RLIMIT_FSIZE",
        "overwrite the secret",
        EFBIG,
        DONE,
        ("seccomp: openat", "Landlock"),
        harm=True,
    ),
    Row(
        "RLIMIT_CORE",
        "dump of a crash",
        SEGV,
        SEGV,
        (*WALLS_WITHIN, "not dumpable", "RLIMIT_FSIZE"),
        harm=True,
        needs=("core files",),
    ),
    Row("RLIMIT_MEMLOCK", "memory that is locked", EPERM, DONE, ("seccomp",)),
    Row("RLIMIT_MSGQUEUE", "message queue", EMFILE, DONE, WALLS_WITHIN),
)

IDENTITY = (
    Row(
        "capabilities",
        "leave a mount for the next",
        EPERM,
        returns("left"),
        (*WALLS_WITHIN, "user namespace of each child", "mount namespace of each child"),
        Tier.NAMESPACES,
        twice=True,
    ),
    Row(
        "no new privileges",
        "run a program with its owner's rights",
        exits(1),
        exits(0),
        WALLS_WITHIN,
        needs=("root", "temporary files with set-user-id"),
    ),
    Row(
        "not dumpable",
        "secret in the environment of its own",
        EACCES,
        returns(True),
        ("Landlock", "environment built by hand"),
    ),
    Row("close_range", "a descriptor of the zygote", returns(False), returns(True)),
    Row(
        "never root",
        "read what is the owner's",
        EACCES,
        returns(SECRET),
        ("Landlock",),
        needs=("root",),
    ),
)

TRUSTED_SIDE = (
    Row(
        "environment built by hand",
        "secret in the environment of its own",
        returns(False),
        returns(True),
        ("Landlock", "not dumpable"),
    ),
    Row(
        "origin forgotten",
        "secret in the environment by name",
        DONE,
        returns(SECRET),
        ("environment built by hand", "state put back"),
    ),
    Row(
        "state put back",
        "secret in the environment by name",
        DONE,
        returns(SECRET),
        ("environment built by hand", "origin forgotten"),
    ),
    Row("origin forgotten", "the grader's own code", returns([]), returns(["sandbox"])),
    Row("wall clock", "sleep for a second", IDLE, DONE),
    Row("watch of the CPU clock", "work for a while", CPU, TOO_LONG, ("RLIMIT_CPU", "wall clock")),
    Row(
        "CPU time at the end",
        "work for a while",
        TOO_LONG,
        DONE,
        ("watch of the CPU clock", "RLIMIT_CPU", "wall clock"),
    ),
    Row("cap of output", "one long line", stopped(RunStatus.OUTPUT_LIMIT), DONE),
    Row("cap of the result", "a long answer", stopped(RunStatus.RESULT_LIMIT), BROKEN_OFF),
    Row(
        "statuses a child may claim",
        "forge a time limit",
        MALFORMED,
        Outcome(RunStatus.WALL_LIMIT),
    ),
    Row("lengths of values", "forge an array that is cut off", MALFORMED, TypeError),
    Row(
        "description of arrays",
        "forge an array of another shape",
        MALFORMED,
        returns([0.0, 0.0]),
    ),
    Row("depth of values", "forge a deep value", MALFORMED, RecursionError),
)

ROWS = (*LIMITS, *IDENTITY, *TRUSTED_SIDE)
