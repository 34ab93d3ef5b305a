"""Text of strangers on a terminal."""

from __future__ import annotations

import io
import sys

from app.cli.terminal import accept_any_text


def test_a_stream_of_few_letters_takes_any(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    accept_any_text()
    sys.stdout.write("ü ✓ \ud800\n")
    sys.stdout.flush()
    assert raw.getvalue() == b"\\xfc \\u2713 \\ud800\n"
