"""What a child sends is read whole and as meant, or refused: for changed answers, and noise."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.arrays import MAGIC, encode
from tests.fuzz.properties import check_answer, check_bytes, check_frame, check_report, check_value
from tests.fuzz.seeds import seeds, tokens

SEEDS = seeds()
NEW = st.binary(max_size=8) | st.sampled_from(tokens()) | st.sampled_from(SEEDS)


@st.composite
def changed_seeds(draw: st.DrawFn) -> bytes:
    """A seed with something else, or nothing, in the place of some of its bytes, or of none."""
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        data = data[:start] + draw(NEW) + data[start + draw(st.integers(0, 8)) :]
    return data


@pytest.mark.parametrize("seed", SEEDS[:-1])
def test_a_seed_is_a_value(seed: bytes) -> None:
    assert check_value(seed)
    check_bytes(seed)


def test_some_seeds_are_answers() -> None:
    framed = [struct.pack("<Q", len(seed)) + seed for seed in SEEDS]
    assert sum(map(check_answer, framed)) >= 9


@settings(max_examples=400)
@given(changed_seeds())
def test_changed_answers(data: bytes) -> None:
    check_bytes(data)


@settings(max_examples=200)
@given(st.binary(max_size=100))
def test_noise(noise: bytes) -> None:
    check_bytes(noise)
    check_bytes(MAGIC + noise)


PLAIN = (
    st.none() | st.booleans() | st.integers(-2, 2**70) | st.floats() | st.sampled_from(["", "x"])
)
FIELDS = st.sampled_from(
    "status returned error inputs_modified type_name dtype shape crossed value type message frames"
    " other".split()
)
SHAPELESS = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=6),
    max_leaves=12,
)


@settings(max_examples=300)
@given(
    st.sampled_from(["ok", "exception", "syntax_error", "memory_limit", "result_limit", "crashed"]),
    st.dictionaries(FIELDS, SHAPELESS, max_size=4),
)
def test_answers_of_any_form(status: str, fields: dict[str, Any]) -> None:
    check_bytes(encode({**fields, "status": status}))


def test_the_checks_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A codec that reads two encodings of one value, or says something else, is found out."""
    monkeypatch.setattr("tests.fuzz.properties.decode", lambda data: None)
    with pytest.raises(AssertionError, match="two encodings"):
        check_value(MAGIC + b"T")
    monkeypatch.setattr("tests.fuzz.properties.decode", lambda data: {1: None})
    with pytest.raises(AssertionError):
        check_value(MAGIC + b"N")
    monkeypatch.setattr("sandbox.frames.decode", lambda data: None)
    with pytest.raises(AssertionError, match="two frames"):
        check_frame(struct.pack("<Q", 5) + MAGIC + b"T")
    monkeypatch.setattr("sandbox.frames.check_locked", lambda report: None)
    with pytest.raises(AssertionError):
        check_report(b"F")
