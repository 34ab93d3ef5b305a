"""Pools of real children, one for each tier, and a short way to run a program in them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from textwrap import dedent

import pytest

from sandbox.pool import Pool
from sandbox.protocol import (
    Lane,
    Limits,
    Module,
    RunRequest,
    RunResult,
    SandboxUnavailable,
    Tier,
    Value,
)

Run = Callable[..., RunResult]


def start_or_skip(tier: Tier) -> Pool:
    """A pool at exactly ``tier``; in CI a machine without it fails, elsewhere it is skipped."""
    pool = Pool(Lane.LEARNER, tiers=(tier,))
    try:
        assert pool.info.tier is tier
    except SandboxUnavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    return pool


@pytest.fixture(scope="session", params=list(Tier), ids=str)
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    with start_or_skip(request.param) as pool:
        yield pool


@pytest.fixture(scope="session")
def tier(pool: Pool) -> Tier:
    return pool.info.tier


def program(source: str, limits: Limits | None = None, **arguments: Value) -> RunRequest:
    """A request that calls ``f`` of ``source`` with ``arguments``."""
    module = Module("solution", dedent(source), "solution.py")
    return RunRequest((module,), "f", arguments, limits or Limits())


@pytest.fixture(scope="session")
def run(pool: Pool) -> Run:
    """Run a program in a child of the tier at hand."""
    return lambda *args, **kwargs: pool.run(program(*args, **kwargs))
