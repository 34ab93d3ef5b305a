"""An in-memory twin of the ``Runner``: runs functions that the test gives, in this very process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandbox.protocol import (
    RaisedError,
    Returned,
    RunRequest,
    RunResult,
    RunStatus,
    RuntimeInfo,
    Tier,
)

INFO = RuntimeInfo(tier=Tier.NAMESPACES, python="3.11.0", numpy="2.0.0", cpu_kernel="test")
Step = RunResult | Exception | Callable[..., Any]


@dataclass
class FakeRunner:
    """``learners`` maps a source to what running it does; so does ``authors`` to what it wants.

    It is its own batch; ``alone`` notes of each of a learner's runs whether it had to be alone.
    A step is a result to give, an error of the sandbox to raise, or a function to call with the
    arguments.  A list of steps is used up one by one, its last one for ever.
    """

    learners: Mapping[str, Step | list[Step]] = field(default_factory=dict)
    authors: Mapping[str, Step | list[Step]] = field(default_factory=dict)
    runtime: RuntimeInfo | Exception = INFO
    learner_requests: list[RunRequest] = field(default_factory=list)
    author_requests: list[RunRequest] = field(default_factory=list)
    alone: list[bool] = field(default_factory=list)
    announced: list[RunRequest | None] = field(default_factory=list)
    closed: bool = False

    @contextmanager
    def batch(self) -> Iterator[FakeRunner]:
        yield self

    def run(
        self, request: RunRequest, *, alone: bool = False, then: RunRequest | None = None
    ) -> RunResult:
        self.learner_requests.append(request)
        self.announced.append(then)
        self.alone.append(alone)
        return _take(self.learners[request.modules[-1].source], list(request.arguments.values()))

    def author(self, request: RunRequest) -> RunResult:
        self.author_requests.append(request)
        want = str(request.arguments.get("want", request.function))
        return _take(self.authors[want], [request.arguments["inputs"]])

    def info(self) -> RuntimeInfo:
        if isinstance(self.runtime, Exception):
            raise self.runtime
        return self.runtime

    def close(self) -> None:
        self.closed = True


def _take(steps: Step | list[Step], arguments: list[Any]) -> RunResult:
    step = steps
    if isinstance(steps, list):
        step = steps.pop(0) if len(steps) > 1 else steps[0]
    if isinstance(step, Exception):
        raise step
    if isinstance(step, RunResult):
        return step
    assert callable(step)
    return _call(step, arguments)


def _call(function: Callable[..., Any], arguments: list[Any]) -> RunResult:
    try:
        value = function(*deepcopy(arguments))
    except Exception as error:
        raised = RaisedError(type=type(error).__name__, message=str(error))
        return RunResult(status=RunStatus.EXCEPTION, error=raised, wall_ms=1.0, cpu_ms=1.0)
    return ok(value)


def ok(value: Any, **facts: Any) -> RunResult:
    """The result of a run that returned ``value``."""
    facts = {"wall_ms": 1.0, "cpu_ms": 1.0, **facts}
    return RunResult(status=RunStatus.OK, returned=returned(value), **facts)


def returned(value: Any) -> Returned:
    """How the sandbox describes ``value``."""
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"
    if isinstance(value, np.ndarray | np.generic):
        crossed = (
            kind is np.ndarray or isinstance(value, np.generic)
        ) and not value.dtype.hasobject
        crossed = crossed and value.dtype.kind in "biufc"
        held = np.asarray(value) if crossed else None
        return Returned(name, str(value.dtype), value.shape, crossed, held)
    plain = value is None or kind in (bool, int, float, str, list, tuple, dict)
    return Returned(name, crossed=plain, value=value if plain else None)
