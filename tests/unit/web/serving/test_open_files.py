"""How many files may be open."""

from __future__ import annotations

import resource
from collections.abc import Iterator

import pytest

from app.web.serving.open_files import MOST, SPARE, connections, raise_open_files


@pytest.fixture
def limit() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_the_soft_limit_is_raised_to_the_hard_one(limit: tuple[int, int]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit[1] - 1, limit[1]))
    assert raise_open_files() == limit[1]
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == (limit[1], limit[1])


def test_a_limit_that_cannot_be_raised_stays(
    limit: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("not allowed")

    with monkeypatch.context() as patched:
        patched.setattr(resource, "setrlimit", refuse)
        assert raise_open_files() == limit[0]


@pytest.mark.parametrize(
    ("open_files", "most"),
    [(256, 256 - SPARE), (1024, 1024 - SPARE), (10**6, MOST), (None, MOST)],
)
def test_connections_leave_files_for_the_rest(open_files: int | None, most: int) -> None:
    assert connections(open_files) == most
