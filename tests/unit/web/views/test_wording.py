"""Numbers and sentences as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.web.views.wording import (
    duration,
    error_size,
    number,
    plural,
    sentence,
    shape,
    told_apart,
    typographic,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-1.047191, "−1.04719"),
        (3.1234e-6, "3.12e−6"),
        (12345678.0, "1.23e7"),
        (5, "5"),
        (True, "True"),
        ("nan", "NaN"),
        ("-inf", "−∞"),
        (None, ""),
    ],
)
def test_numbers(value: float | str | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(2.2e-16, "2.2e−16"), (0.43912, "0.44"), (0.0, "0"), ("inf", "∞")]
)
def test_sizes_of_errors(value: float | str, text: str) -> None:
    assert error_size(value) == text


@given(st.floats(-1e300, 1e300))
def test_a_number_is_read_back_nearly(value: float) -> None:
    assert float(number(value).replace("−", "-")) == pytest.approx(value, rel=6e-3, abs=1e-320)


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("", ""),
        ("the shape is (2, 3)", "The shape is (2, 3)."),
        ("is a return missing?", "Is a return missing?"),
    ],
)
def test_sentences(raw: str, text: str) -> None:
    assert sentence(raw) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("1e-08 + 1e-08", "1e−8 + 1e−8"),
        ("expected -1.5, at [-1]", "expected −1.5, at [−1]"),
        ("x-1 and float-64", "x-1 and float-64"),
    ],
)
def test_true_minus_signs(raw: str, text: str) -> None:
    assert typographic(raw) == text


@pytest.mark.parametrize(
    ("one", "other", "shown"),
    [
        (0.12, -0.5, ("0.12", "−0.5")),
        (2.72957412, 2.72957408, ("2.72957412", "2.72957408")),
        (1.0, 1.0 + 2**-52, ("1", "1.0000000000000002")),
        (1e-9, 1.0000001e-9, ("1e−9", "1.0000001e−9")),
        ("nan", 1.5, ("NaN", "1.5")),
        (1.0, 1, ("1", "1")),
    ],
)
def test_close_values_are_told_apart(
    one: float | str, other: float | str, shown: tuple[str, str]
) -> None:
    assert told_apart(one, other) == shown


def test_the_rest() -> None:
    assert [duration(ms) for ms in (0.4, 41, 1250)] == ["0.4 ms", "41 ms", "1.25 s"]
    assert (plural(1, "test"), plural(2, "test")) == ("1 test", "2 tests")
    assert shape(("B", 3, "d_h", "<")) == "B × 3 × d<sub>h</sub> × &lt;"
