"""What the two sides of the sandbox say to each other, as plain data.

The trusted side (worker, command line) makes a ``RunRequest`` and gets a ``RunResult``: facts about
a process, never a judgement of the code that ran in it.  This is the one module of ``sandbox`` that
the whole application may import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

Scalar = bool | int | float | str | None
Value = np.ndarray | Scalar | list["Value"] | dict[str, "Value"]
"""What may cross the wall: arrays of plain numeric dtypes, scalars, and lists and string-keyed
mappings of these (bounded in depth and count)."""


class Lane(StrEnum):
    """Whose code a zygote runs.  A zygote serves one lane for its whole life."""

    LEARNER = "learner"
    AUTHOR = "author"


class Tier(StrEnum):
    """How strong the walls are on this machine, strongest first."""

    NAMESPACES = "namespaces"
    FLAT = "flat"
    NOOPEN = "noopen"


class NoWalls(StrEnum):
    """Stands where a tier is named for runs behind no wall at all, of one's own code.

    Not one of ``Tier``: nothing that asks for a tier can be given this.
    """

    UNPROTECTED = "unprotected"


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one run.  Units are in the names."""

    wall_seconds: float = 10.0
    cpu_seconds: float = 2.0
    memory_bytes: int = 256 * 2**20
    output_bytes: int = 64 * 2**10
    result_bytes: int = 32 * 2**20


@dataclass(frozen=True, slots=True)
class Module:
    """One source file, executed as a module before the entry function is called, in order given."""

    name: str
    source: str
    filename: str


@dataclass(frozen=True, slots=True)
class TraceLimits:
    """Bounds of what a traced run records: values, their bytes, and the run's CPU time, after which
    it ends with what it has recorded.
    """

    records: int = 20_000
    record_bytes: int = 16 * 2**20
    cpu_seconds: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """What a traced run recorded.  All but ``stacks`` are int64 arrays in which -1 is none.

    ``spans`` (S, 4): line (from 1), column, end line, end column of an expression, columns in
    characters from 0, the end exclusive.  ``calls`` (C, 2): parent call (-1 for that of the entry
    function), span of the call expression that led here.  ``records`` (R, 5), in the order made:
    span, call in which it was made, part (index in a tuple or list, -1 for the whole value), stack,
    row.  ``stacks``: arrays (K, ...) of all recorded values of one shape and dtype; the value of a
    record is ``stacks[stack][row]``, and equal values may share a row.  ``dropped`` counts the
    values that the bounds left out; ``complete`` is False for a run that was cut off by its time.
    """

    spans: np.ndarray
    calls: np.ndarray
    records: np.ndarray
    stacks: tuple[np.ndarray, ...]
    dropped: int = 0
    complete: bool = True


@dataclass(frozen=True, slots=True)
class RunRequest:
    """Execute ``modules``, then call ``function`` of the last one with ``arguments`` by position.

    ``seed`` sets the state of ``random`` and ``numpy.random`` before the first module runs.  With
    ``trace`` the values that the last module computes are recorded.
    """

    modules: tuple[Module, ...]
    function: str
    arguments: Mapping[str, Value]
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    trace: TraceLimits | None = None


class RunStatus(StrEnum):
    """How the process ended.  All but ``SANDBOX_FAILED`` are facts about the code that ran.

    ``UNFINISHED`` is a traced run that was still going when the time of its trace was up.
    """

    OK = "ok"
    EXCEPTION = "exception"
    SYNTAX_ERROR = "syntax_error"
    NO_FUNCTION = "no_function"
    MEMORY_LIMIT = "memory_limit"
    CPU_LIMIT = "cpu_limit"
    WALL_LIMIT = "wall_limit"
    IDLE = "idle"
    OUTPUT_LIMIT = "output_limit"
    RESULT_LIMIT = "result_limit"
    CRASHED = "crashed"
    EXITED = "exited"
    NO_RESULT = "no_result"
    MALFORMED_RESULT = "malformed_result"
    FORBIDDEN_SYSCALL = "forbidden_syscall"
    UNFINISHED = "unfinished"
    SANDBOX_FAILED = "sandbox_failed"


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of a traceback, only from the submitted modules."""

    line: int
    function: str
    filename: str = ""


@dataclass(frozen=True, slots=True)
class RaisedError:
    """An exception as the child described it: text from an untrusted process, bounded.

    For a syntax error ``frames`` holds the one line where it was found.
    """

    type: str
    message: str
    frames: tuple[Frame, ...] = ()


@dataclass(frozen=True, slots=True)
class Returned:
    """What the entry function returned, as the child described it.

    ``type_name`` is qualified ("numpy.ndarray", "NoneType", "list", "numpy.matrix").  ``dtype`` and
    ``shape`` are set for every array, also one that cannot cross (object, structured); ``value`` is
    None when ``crossed`` is False.  An exact ``numpy.ndarray``, a NumPy scalar (as a 0-d array),
    Python scalars, lists, tuples (as lists) and dicts of these cross; subclasses of ndarray do not.
    """

    type_name: str
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    crossed: bool = False
    value: Value = None


@dataclass(frozen=True, slots=True)
class RunResult:
    """Facts about one finished run.

    ``first`` says that nothing else ran in its process before.  ``syscall`` names a forbidden
    system call where the kernel tells; ``wall_ms`` is without time in the queue for a processor.
    """

    status: RunStatus
    returned: Returned | None = None
    error: RaisedError | None = None
    inputs_modified: tuple[str, ...] = ()
    stdout: str = ""
    stdout_truncated: bool = False
    signal: int | None = None
    exit_code: int | None = None
    syscall: str | None = None
    detail: str = ""
    wall_ms: float = 0.0
    cpu_ms: float = 0.0
    first: bool = True
    trace: Trace | None = None


@dataclass(frozen=True, slots=True)
class RuntimeInfo:
    """What a lane's zygote runs on: part of every report and of the expected values' cache key."""

    tier: Tier | NoWalls
    python: str
    numpy: str
    cpu_kernel: str


class SandboxError(Exception):
    """The sandbox itself failed; the code that was to run is not to blame."""


class SandboxUnavailable(SandboxError):
    """This machine offers no wall strong enough to run other people's code behind."""
