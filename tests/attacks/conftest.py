"""Attacks by group and tier; an arena serves all of one group, and is searched when it closes."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from sandbox.protocol import SandboxUnavailable

from .arena import Arena
from .arena import arena as new_arena


@pytest.fixture(scope="module")
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    """Of the (tier, group) given; in CI a machine without the tier fails."""
    tier, _ = request.param
    try:
        with new_arena(tier) as arena:
            yield arena
    except SandboxUnavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


def pytest_configure(config: pytest.Config) -> None:
    """For the copy of these tests that an ordinary user runs, far from the project's settings."""
    config.addinivalue_line("markers", "full: only with `make test-full`")
