"""The settings, from an environment."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import pytest

from app.settings import SETTINGS, SettingInvalid, Settings, read_settings
from sandbox.protocol import Tier

HOME = {"HOME": "/home/ada"}


def test_the_defaults():
    settings = read_settings(HOME)
    assert settings.data == Path("/home/ada/.local/share/tracegrade")
    assert settings.database_url == "sqlite:////home/ada/.local/share/tracegrade/tracegrade.db"
    assert settings.sandbox_require is None
    assert 1 <= settings.workers <= (os.cpu_count() or 1)
    assert (settings.host, settings.port, settings.allowed_hosts) == ("127.0.0.1", 8000, ())


def test_every_setting_can_be_set():
    settings = read_settings(
        {
            "TRACEGRADE_DATA": "/srv/tracegrade",
            "TRACEGRADE_DATABASE_URL": "sqlite:////srv/other.db",
            "TRACEGRADE_SANDBOX_REQUIRE": "flat",
            "TRACEGRADE_WORKERS": "3",
            "TRACEGRADE_HOST": "::1",
            "TRACEGRADE_PORT": "0",
            "TRACEGRADE_ALLOWED_HOSTS": "Grader.example.org, other.example.org,",
        }
    )
    assert settings == Settings(
        data=Path("/srv/tracegrade"),
        database_url="sqlite:////srv/other.db",
        sandbox_require=Tier.FLAT,
        workers=3,
        host="::1",
        port=0,
        allowed_hosts=("grader.example.org", "other.example.org"),
    )


@pytest.mark.parametrize(
    ("environment", "data"),
    [
        ({"XDG_DATA_HOME": "/data"}, "/data/tracegrade"),
        ({"XDG_DATA_HOME": "relative"}, "/home/ada/.local/share/tracegrade"),
        ({"XDG_DATA_HOME": ""}, "/home/ada/.local/share/tracegrade"),
        ({"XDG_DATA_HOME": "/data", "TRACEGRADE_DATA": "/mine"}, "/mine"),
        ({"TRACEGRADE_DATA": ""}, "/home/ada/.local/share/tracegrade"),
    ],
)
def test_the_data_folder_follows_the_xdg_rule(environment, data):
    settings = read_settings(HOME | environment)
    assert settings.data == Path(data)
    assert settings.database_url == f"sqlite:///{data}/tracegrade.db"


@pytest.mark.parametrize(
    ("variable", "value", "advice"),
    [
        ("TRACEGRADE_DATA", "relative/path", "absolute path"),
        ("TRACEGRADE_SANDBOX_REQUIRE", "strong", "namespaces, flat, noopen"),
        ("TRACEGRADE_WORKERS", "0", "from 1 to 256"),
        ("TRACEGRADE_WORKERS", "two", "from 1 to 256"),
        ("TRACEGRADE_WORKERS", "²", "from 1 to 256"),
        ("TRACEGRADE_PORT", "65536", "from 0 to 65535"),
        ("TRACEGRADE_PORT", "-1", "from 0 to 65535"),
        ("TRACEGRADE_ALLOWED_HOSTS", "http://example.org", "without http://"),
    ],
)
def test_a_bad_value_is_named_with_what_would_be_good(variable, value, advice):
    with pytest.raises(SettingInvalid) as caught:
        read_settings(HOME | {variable: value})
    assert variable in caught.value.message
    assert repr(value) in caught.value.message
    assert advice in caught.value.advice


def test_every_field_has_one_variable_with_a_meaning():
    assert [setting.field for setting in SETTINGS] == [field.name for field in fields(Settings)]
    assert len({setting.variable for setting in SETTINGS}) == len(SETTINGS)
    assert all("Default: " in setting.meaning for setting in SETTINGS)
