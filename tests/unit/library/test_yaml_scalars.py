"""How an unquoted word is read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.library.yaml_scalars import ScalarRefused, resolve


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("", None),
        ("~", None),
        ("null", None),
        ("true", True),
        ("FALSE", False),
        ("0", 0),
        ("-12", -12),
        ("+7", 7),
        ("0x1F", 31),
        ("0o17", 15),
        ("1e-8", 1e-8),
        ("1E5", 1e5),
        (".5", 0.5),
        ("-0.0", -0.0),
        ("5.", 5.0),
        ("1.5e+3", 1500.0),
    ],
)
def test_core_values(word: str, value: object) -> None:
    found = resolve(word)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "word", ["nUll", "tRue", "Norway", "1.2.3", "2020-10-22", "e5", "0xZZ", "-", ".", "12 ms", "1e"]
)
def test_other_words_are_text(word: str) -> None:
    assert resolve(word) == word


@pytest.mark.parametrize("word", ["yes", "No", "ON", "off", "y", "N"])
def test_norway(word: str) -> None:
    with pytest.raises(ScalarRefused, match=f"unquoted {word} may mean text or true/false") as info:
        resolve(word)
    assert info.value.advice == "quote it, or write true or false"
    assert resolve(word, symbol=True) == word


@pytest.mark.parametrize(
    "word",
    ["010", "-007", "1_000", "1_0.5", "12:30", "1:30.5", "0b101", ".inf", "-.Inf", ".nan", "1e400"],
)
def test_refused_numbers(word: str) -> None:
    with pytest.raises(ScalarRefused) as info:
        resolve(word)
    assert word in info.value.message
    assert info.value.advice


@pytest.mark.parametrize("word", [str(2**63), str(-(2**63) - 1), "9" * 5000, "0x" + "f" * 17])
def test_integers_beyond_64_bits_are_refused(word: str) -> None:
    with pytest.raises(ScalarRefused, match="does not fit in 64 bits") as info:
        resolve(word)
    assert len(info.value.message) < 100


@given(st.integers(-(2**63), 2**63 - 1))
def test_every_64_bit_integer_is_read_exactly(value: int) -> None:
    assert resolve(str(value)) == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_that_python_prints_is_read_back(value: float) -> None:
    found = resolve(repr(value))
    assert isinstance(found, float)
    assert found == value
    assert math.copysign(1, found) == math.copysign(1, value)


@given(st.text())
def test_a_word_is_read_or_refused(word: str) -> None:
    try:
        value: object = resolve(word)
    except ScalarRefused as refused:
        value = f"{refused.message}: {refused.advice}"
    assert value is None or isinstance(value, bool | int | float | str)
