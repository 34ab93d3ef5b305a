"""Each layer stops an attack alone: shown with the layers that overlap it left out, and that the
attack succeeds when it is left out too.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sandbox import launch
from sandbox.protocol import RunResult, SandboxUnavailable

from .ablation import ATTACKS, LACKING, LAYERS, Row, attempt, plant
from .layers import ROWS

SHOWN = frozenset(
    {
        ("seccomp", "pair of sockets"),
        ("Landlock", "read a secret"),
        ("root directory", "read a secret"),
        ("RLIMIT_AS", "shared memory without a name"),
        ("statuses a child may claim", "forge a time limit"),
    }
)


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return plant(tmp_path_factory.mktemp("planted"))


def _parameter(row: Row) -> object:
    marks = [] if (row.layer, row.attack) in SHOWN else [pytest.mark.full]
    return pytest.param(row, id=f"{row.layer}-{row.attack}", marks=marks)


@pytest.mark.parametrize("row", [_parameter(row) for row in ROWS])
def test_a_layer_alone_stops_an_attack(
    row: Row, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    if lacking := [need for need in row.needs if LACKING[need]()]:
        pytest.skip(f"needs {' and '.join(lacking)}")
    if row.planted:
        monkeypatch.setattr(launch.sys, "executable", str(request.getfixturevalue("planted")))
    with monkeypatch.context() as patch:
        result, harmed = _attempt(row, row.without, patch)
    assert isinstance(result, RunResult)
    assert row.held.seen_in(result) == row.held, result
    assert not harmed
    with monkeypatch.context() as patch:
        result, harmed = _attempt(row, (*row.without, row.layer), patch)
    if isinstance(row.freed, type):
        assert type(result) is row.freed
    else:
        assert isinstance(result, RunResult)
        assert row.freed.seen_in(result) == row.freed, result
    assert harmed == row.harm


def _attempt(
    row: Row, without: tuple[str, ...], patch: pytest.MonkeyPatch
) -> tuple[RunResult | BaseException, bool]:
    try:
        return attempt(row, without, patch)
    except SandboxUnavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


def test_each_layer_has_a_row() -> None:
    assert {row.layer for row in ROWS} == LAYERS


def test_the_rows_speak_of_what_there_is() -> None:
    assert {row.attack for row in ROWS} <= ATTACKS.keys()
    assert {name for row in ROWS for name in row.without} <= LAYERS
    assert {need for row in ROWS for need in row.needs} <= LACKING.keys()
    assert {(row.layer, row.attack) for row in ROWS} >= SHOWN
