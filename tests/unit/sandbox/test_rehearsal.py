"""The run that warms a child up."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox import frames, rehearsal
from sandbox.execute import execute


def test_the_rehearsal_goes_to_its_end() -> None:
    """One that failed on its way would warm up little, and nobody would notice."""
    answer = frames.unpack(execute(frames.unpack_job(rehearsal.job())))
    assert isinstance(answer, dict)
    assert answer["status"] == "ok", answer
    assert isinstance(answer["returned"], dict)
    value = answer["returned"]["value"]
    assert isinstance(value, np.ndarray)
    assert value.shape == (2, 4, 8)
    assert np.isfinite(value).all()


def test_a_child_without_memory_for_it_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(job: object) -> bytes:
        raise MemoryError

    monkeypatch.setattr(rehearsal, "execute", no_memory)
    rehearsal.rehearse(rehearsal.job())
