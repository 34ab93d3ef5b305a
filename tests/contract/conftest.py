"""What every test of a queue's contract asks for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.builders.queues import Bench, EmbeddedBench, MemoryBench


@pytest.fixture(params=[EmbeddedBench, MemoryBench])
def bench(request, tmp_path) -> Iterator[Bench]:
    made = request.param(tmp_path)
    yield made
    made.close()
