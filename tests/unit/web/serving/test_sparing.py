"""A log that strangers cannot flood."""

from __future__ import annotations

import errno
import logging
import sys

from app.web.serving.sparing import Sparing


def record(message: str, level: int, error: Exception | None = None) -> logging.LogRecord:
    info = (type(error), error, None) if error else None
    return logging.LogRecord("x", level, "", 0, message, (), info)


def test_a_warning_comes_once_a_minute() -> None:
    now = [0.0]
    sparing = Sparing(lambda: now[0])
    said = [sparing.filter(record("bad request", logging.WARNING)) for _ in range(1000)]
    assert said == [True] + [False] * 999
    assert sparing.filter(record("another", logging.WARNING))
    now[0] = 59.9
    assert not sparing.filter(record("bad request", logging.WARNING))
    now[0] = 60.0
    assert sparing.filter(record("bad request", logging.WARNING))


def test_an_error_of_ours_is_always_told() -> None:
    sparing = Sparing(lambda: 0.0)
    assert all(sparing.filter(record("broken", logging.ERROR, ValueError())) for _ in range(3))


def test_connections_that_cannot_be_accepted_are_one_line() -> None:
    sparing = Sparing(lambda: 0.0)
    many = [
        record(f"socket.accept() out of system resource, fd {n}", logging.ERROR, out_of_files())
        for n in range(100)
    ]
    assert [sparing.filter(one) for one in many] == [True] + [False] * 99
    assert "Too many open files" in many[0].getMessage()
    assert many[0].exc_info is None


def out_of_files() -> OSError:
    try:
        raise OSError(errno.EMFILE, "Too many open files")
    except OSError:
        error = sys.exc_info()[1]
    assert isinstance(error, OSError)
    return error
