from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.cli.serve import _prepare_database, environment_of
from app.settings import read_settings


@pytest.mark.parametrize(
    ("host", "added"),
    [
        ("127.0.0.1", ()),
        ("::1", ()),
        ("localhost", ()),
        ("0.0.0.0", ()),
        ("::", ()),
        ("192.0.2.7", ("192.0.2.7",)),
        ("2001:db8::7", ("[2001:db8::7]",)),
        ("grader.example", ("grader.example",)),
    ],
)
def test_the_site_may_be_called_by_the_address_it_listens_on(tmp_path: Path, host, added):
    settings = read_settings(
        {"TRACEGRADE_DATA": str(tmp_path), "TRACEGRADE_ALLOWED_HOSTS": "known.example"}
    )
    environment = environment_of(replace(settings, host=host, workers=7))
    read = read_settings({"TRACEGRADE_DATA": str(tmp_path), **environment})
    assert read.allowed_hosts == ("known.example", *added)
    assert (read.host, read.workers) == (host, 7)


@pytest.mark.parametrize("left", [1, 7])
def test_what_the_last_server_left_is_counted_in_words_that_fit_any_number(
    monkeypatch, capsys, left
):
    database = SimpleNamespace(
        engine=SimpleNamespace(dispose=lambda: None),
        queue=SimpleNamespace(recover_all=lambda *, count: left),
    )
    monkeypatch.setattr("app.bootstrap.database", lambda settings: database)
    monkeypatch.setattr("app.cli.serve.upgrade", lambda engine: None)
    _prepare_database(read_settings({}))
    assert capsys.readouterr().out == (
        f"Being graded when the server ended, and queued again: {left}.\n"
    )
