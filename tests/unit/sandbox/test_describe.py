"""Values and exceptions that do not want to be described."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.describe import bounded, describe_error, describe_value, type_name


class Liar(np.ndarray):
    """Says that it is something else."""

    dtype = property(lambda self: "object")  # type: ignore[assignment]
    shape = property(lambda self: ())  # type: ignore[assignment]


class Pretender(type):
    """A type whose instances say that they are of another module."""

    __module__ = property(lambda self: "numpy")  # type: ignore[assignment]


class Silent(Exception):
    """Cannot be told."""

    def __str__(self) -> str:
        raise KeyboardInterrupt


def test_a_subclass_is_described_by_its_base() -> None:
    described = describe_value(np.zeros((2, 3), np.float32).view(Liar), 1000)
    assert described is not None
    assert (described["dtype"], described["shape"]) == ("float32", [2, 3])
    assert not described["crossed"]


def test_a_metaclass_has_no_say_in_the_name_of_a_type() -> None:
    assert type_name(Pretender("Kind", (), {"__module__": "own"})) == "own.Kind"
    assert type_name(Pretender("Kind", (), {"__module__": 5})) == "Kind"
    assert type_name(dict) == "dict"


def test_an_error_without_a_message() -> None:
    described = describe_error(Silent(), ())
    assert described["message"].startswith("(its message could not be made")


def test_frames_of_other_files_are_left_out() -> None:
    with pytest.raises(ValueError, match="reshape") as raised:
        np.zeros(2).reshape(3)
    assert describe_error(raised.value, ("other.py",))["frames"] == []
    ((line, function, filename),) = describe_error(raised.value, (__file__,))["frames"]
    assert line > 0
    assert function == "test_frames_of_other_files_are_left_out"
    assert filename.endswith("test_describe.py")


def test_a_value_that_is_too_large_is_not_encoded() -> None:
    assert describe_value(np.zeros(100), 799) is None
    assert describe_value(np.zeros(100), 2000) is not None
    assert describe_value(["x" * 100], 50) is None


def test_text_is_bounded_and_valid() -> None:
    assert bounded("abc", 2) == "ab"
    assert bounded("\ud800", 5) == "?"
    assert bounded(3, 5) == "?"
