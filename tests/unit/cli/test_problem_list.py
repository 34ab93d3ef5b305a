"""The command ``problem list``."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from app.cli.main import cli
from tests.builders.package import write_package


@pytest.fixture
def listed(tmp_path, monkeypatch):
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path))

    def run():
        return CliRunner().invoke(cli, ["problem", "list"])

    return run


def test_shipped_problems_are_listed(listed):
    result = listed()
    assert result.exit_code == 0
    assert "vit-encoder-block" in result.stdout
    assert "shipped" in result.stdout


def test_added_problems_are_listed_with_their_folder(listed, tmp_path):
    folder = write_package(tmp_path / "problems")
    result = listed()
    assert result.exit_code == 0
    assert "Scaled sum" in result.stdout
    assert str(folder) in result.stdout


def test_a_bad_package_is_named_and_hides_no_other(listed, tmp_path):
    write_package(tmp_path / "problems", title=None)
    result = listed()
    assert result.exit_code == 2
    assert "vit-encoder-block" in result.stdout
    assert "scaled-sum is invalid:" in result.stderr
    assert "title" in result.stderr
