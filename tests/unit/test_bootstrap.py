"""The implementations that are chosen, and where the shipped folders are found."""

from __future__ import annotations

import pytest

from app import bootstrap
from app.settings import read_settings
from sandbox.protocol import RuntimeInfo, Tier
from tests.fakes.runner import FakeRunner


@pytest.fixture
def settings(tmp_path):
    return read_settings({"TRACEGRADE_DATA": str(tmp_path / "data")})


def test_the_shipped_problem_is_found_beside_the_package(settings):
    problem = bootstrap.catalog(settings).get("vit-encoder-block")
    assert problem.shipped
    assert problem.reference[-1].name == "reference.vit_encoder_block"


def test_making_a_runner_and_closing_it_starts_nothing(settings):
    bootstrap.runner(settings).close()


def test_answers_are_kept_in_the_data_folder(settings):
    described = {"steps": [], "pitfalls": [], "output": "output"}
    runner = FakeRunner(authors={"describe": lambda _: described})
    problem = bootstrap.catalog(settings).get("vit-encoder-block")
    for _ in range(2):
        assert bootstrap.answers(settings, runner).describe(problem) == described
    (request,) = runner.author_requests
    assert request.modules[-1].name == "reference.answers"
    assert "def answer(" in request.modules[-1].source
    assert len(list((settings.data / "cache" / "expected").iterdir())) == 1


def test_nothing_is_written_before_there_is_something_to_keep(settings):
    bootstrap.catalog(settings).problems()
    bootstrap.answers(settings, FakeRunner(runtime=RuntimeInfo(Tier.FLAT, "", "", "")))
    assert not settings.data.exists()


def test_settings_come_from_the_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("TRACEGRADE_DATA", str(tmp_path))
    assert bootstrap.settings().data == tmp_path
